# The tool and the library on Debian, amd64 or arm64 (docker buildx build --platform linux/amd64,linux/arm64), for a user who is not root:
# docker build -t holdfast . && docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/data" holdfast run grasp --html grasp.html
FROM debian:bookworm AS build
COPY . /source
WORKDIR /source
RUN apt-get update && scripts/setup build && make install DESTDIR=/made PREFIX=/usr && rm -rf /var/lib/apt/lists/*

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libhdf5-103-1 libwebsockets17 && rm -rf /var/lib/apt/lists/*
COPY --from=build /made/usr /usr
RUN useradd --create-home holdfast && install -d -o holdfast /data
USER holdfast
WORKDIR /data
ENTRYPOINT ["holdfast"]
CMD ["--help"]

# The front door. Every target does the set-up it needs; `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PROBLEMS ?= $(or $(HOLDFAST_PROBLEMS),../shared/problems)
TESTS = JOBS=$(JOBS) scripts/run_tests
SOURCES = $(shell git ls-files 'include/*.h' 'src/*.[ch]' 'papers/*.[ch]' 'samples/*.[ch]' 'tool/*.[ch]' 'test/*.[ch]' 'examples/*.c' 'bench/*.[ch]' 'bench/*.cpp')

.PHONY: help run demo build debug asan tsan wasm gallery site test check test-long fuzz minimal bench python python-debug deb release reference lint format coverage install clean
.DEFAULT_GOAL := help
.NOTPARALLEL: # the steps follow one another; each is parallel inside

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup-%:
	@scripts/setup $*

compile-%:
	@cmake --preset $* >/dev/null
	@cmake --build --preset $* -j $(JOBS)

build: setup-build ## the release tool, at build/bin/holdfast
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target holdfast
debug: setup-build compile-debug ## the same for a debugger, in build-debug
asan: setup-build compile-asan ## the same with address and undefined-behaviour sanitizers, in build-asan
tsan: setup-build compile-tsan ## the same with the thread sanitizer, in build-tsan

wasm: setup-wasm ## WebAssembly for pages and Node.js: build-wasm/holdfast.wasm, and the npm package in build-wasm/npm
	@cmake --preset wasm >/dev/null
	@cmake --build --preset wasm -j $(JOBS)

gallery: setup-viewer build wasm ## a static folder with a live page of every built-in scene, in build-gallery
	@python3 scripts/gallery build/bin/holdfast build-wasm build-gallery

site: setup-viewer build wasm ## documentation with a search, the gallery and the papers' report as static pages, in build-site
	@scripts/site build-site
	@python3 scripts/gallery build/bin/holdfast build-wasm build-site
	@scripts/site --check build-site

run: build ## a hand lifts what it holds and shakes it: a summary, a page that replays it, and three things to try next
	@scripts/run

demo: build ## generates problems, solves them, shows a table of the solvers, writes a convergence plot
	@build/bin/holdfast demo --output build/demo

test: setup-test compile-asan compile-release ## builds with and without sanitizers, and runs the quick tests in both
	@$(TESTS) build-asan -L quick
	@$(TESTS) build -L quick

check: setup-test compile-release ## the quick tests in the release build alone but for two that run whole scenes, for while you work
	@$(TESTS) build -L quick -E '^(proof|tool_paper_wrong)$$'

test-long: setup-test setup-long setup-mpi setup-viewer setup-export setup-platforms minimal wasm compile-release gallery ## all tests, the long ones too, a build without any optional library, and the bits of other compilers
	@scripts/check_bits
	@scripts/check_platforms
	@scripts/check_mpi
	@$(MAKE) --no-print-directory python-debug
	@$(TESTS) build
	@scripts/every_robot build/bin/holdfast

fuzz: setup-fuzz compile-fuzz ## damaged files for every reader, FUZZ_SECONDS each (60): no crash, leak, hang or 1 GB
	@scripts/fuzz

minimal: setup-build ## builds without any optional library, and runs the quick tests of that build
	@scripts/check_minimal

bench: setup-bench compile-peers ## our solvers and others', side by side
	@scripts/bench

python: build setup-python ## the Python package, in a virtual environment of its own (build-python), and its tests
	@cmake --build --preset release -j $(JOBS) --target holdfast_shared
	@scripts/python

python-debug: build setup-debug-python ## the same under Debian's debug build of Python, which checks references
	@cmake --build --preset release -j $(JOBS) --target holdfast_shared
	@scripts/python --debug

deb: setup-build setup-deb ## Debian packages, in build-deb
	@scripts/deb

release: lint test setup-deb setup-python wasm ## checks, then source, packages, notes and checksums of this version, in build-release
	@cmake --build --preset release -j $(JOBS) --target holdfast_shared
	@scripts/release

reference: ## the C interface as pages, made of the headers, in build-reference
	@scripts/reference build-reference

lint: setup-lint compile-release ## format, static analysis, the order of the folders
	@scripts/lint

format: setup-lint ## formats every source file
	@clang-format -i $(SOURCES)

coverage: setup-coverage compile-coverage ## lines that the tests run; fails below 95 % in a room (record: 90 %)
	@scripts/coverage

install: build ## installs to PREFIX (default /usr/local) below DESTDIR
	@cmake -S . -B build -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build build -j $(JOBS) --target holdfast holdfast_shared holdfast_static holdfast_pages # tests and benchmarks are not installed
	@DESTDIR=$(DESTDIR) cmake --install build

clean: ## removes every build folder
	rm -rf build build-*/

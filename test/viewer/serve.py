#!/usr/bin/env python3
"""The server of holdfast view, from outside: who gets what, and what wrong input does to it. Loopback only.

    serve.py TOOL [SECONDS_OF_FUZZ]

Uses the standard library alone. Exits 77 (skipped) where the tool was built without libwebsockets.
"""
import base64
import os
import random
import select
import signal
import socket
import struct
import subprocess
import sys
import time

TOKEN = "a-token-for-the-test"
failures = []


def check(truth, words):
    if not truth:
        failures.append(words)
        print("FAILED:", words, file=sys.stderr)


class Server:
    def __init__(self, tool, *arguments):
        self.process = subprocess.Popen([tool, "view", *arguments, "--token", TOKEN], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            error = self.process.stderr.read()
            if "libwebsockets" in error:
                print("skipped:", error.strip())
                sys.exit(77)
            raise RuntimeError("the server does not start: " + error)
        self.port = int(self.address.split(":")[2].split("/")[0])

    def alive(self):
        return self.process.poll() is None

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    def end(self):
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = "none"
        error = self.process.stderr.read()
        check(code == 0, f"Ctrl-C ends it with 0, not {code}: {error[-2000:]}")


def connect(server):
    s = socket.create_connection(("127.0.0.1", server.port), 5)
    s.settimeout(5)
    return s


def read_some(s, seconds=5.0):
    s.settimeout(seconds)
    try:
        return s.recv(1 << 16)
    except (TimeoutError, ConnectionError, socket.timeout):
        return b""


def ask(server, path, host=None, method="GET", more=""):
    """The status code of a request."""
    with connect(server) as s:
        s.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{server.port}'}\r\n{more}Connection: close\r\n\r\n".encode())
        head = read_some(s)
    return int(head.split()[1]) if head.startswith(b"HTTP/1.") else 0


class Socket:
    """A WebSocket client, as far as the test needs one."""

    def __init__(self, server, path=f"/{TOKEN}/live", origin=None, host=None, protocol="holdfast"):
        self.s = connect(server)
        origin = f"http://127.0.0.1:{server.port}" if origin is None else origin
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{server.port}'}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version: 13"]
        lines += [f"Origin: {origin}"] if origin else []
        lines += [f"Sec-WebSocket-Protocol: {protocol}"] if protocol else []
        self.s.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            more = read_some(self.s)
            if not more:
                break
            head += more
        self.status = int(head.split()[1]) if head.startswith(b"HTTP/1.") else 0
        self.rest = head.split(b"\r\n\r\n", 1)[1] if b"\r\n\r\n" in head else b""

    def send(self, data, code=1, final=True):
        mask = os.urandom(4)
        body = bytes(b ^ mask[k % 4] for k, b in enumerate(data))
        head = bytes([(0x80 if final else 0) | code])
        head += bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + struct.pack(">H", len(data)) if len(data) < 65536 else bytes([0xFF]) + struct.pack(">Q", len(data))
        self.s.sendall(head + mask + body)

    def take(self, count):
        while len(self.rest) < count:
            more = read_some(self.s, 20)
            if not more:
                return None
            self.rest += more
        out, self.rest = self.rest[:count], self.rest[count:]
        return out

    def receive(self):
        """(code, bytes) of a message; (8, reason) of a close; None if the connection has gone."""
        whole, kind = b"", None
        while True:
            head = self.take(2)
            if head is None:
                return None
            length = head[1] & 127
            if length >= 126:
                more = self.take(2 if length == 126 else 8)
                if more is None:
                    return None
                length = int.from_bytes(more, "big")
            body = self.take(length)
            if body is None:
                return None
            if head[0] & 15 >= 8:
                return head[0] & 15, body
            kind = kind or head[0] & 15
            whole += body
            if head[0] & 0x80:
                return kind, whole

    def command(self, text):
        self.send(text.encode())
        answer = self.receive()
        return answer[1] if answer and answer[0] == 2 else b""

    def close(self):
        self.s.close()


def check_doors(server):
    own = f"/{TOKEN}/"
    check(ask(server, own) == 200, "the page is there")
    check(ask(server, own, host=f"localhost:{server.port}") == 200, "by the other name, too")
    for path in ("/", "/index.html", "/" + TOKEN, "/" + TOKEN[:-1] + "/", "/" + TOKEN + "x/", own + "../", own + "page.html", "/../../etc/passwd", own + "..%2f..%2f..%2fetc/passwd", "//", "/live", own + "live"):
        check(ask(server, path) == 403, f"{path} is refused: {ask(server, path)}")
    check(ask(server, own, host="evil.example") == 403, "a name that is not ours is refused")
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null", f"https://127.0.0.1:{server.port}"):
        check(ask(server, own, more=f"Origin: {origin}\r\n") == 403, f"the page is not for a page of {origin}")
    check(ask(server, own, more=f"Origin: http://127.0.0.1:{server.port}\r\n") == 200, "the page is for its own")
    check(ask(server, own, method="POST", more="Content-Length: 0\r\n") in (403, 405), "nothing is posted")
    for words, refused in (("without a token", Socket(server, path="/live")), ("with another token", Socket(server, path=f"/{TOKEN}x/live")), ("at another path", Socket(server, path=f"/{TOKEN}/")),
                           ("from another page", Socket(server, origin="http://evil.example")), ("from no page", Socket(server, origin="")), ("by another name", Socket(server, host="evil.example")),
                           ("from a page of another port", Socket(server, origin="http://127.0.0.1:1"))):
        check(refused.status == 403, f"a socket {words} is refused: {refused.status}")
        refused.close()


def check_socket(server):
    one = Socket(server)
    check(one.status == 101, f"the socket opens: {one.status}")
    check(one.command("about").startswith(b"ABOU"), "it describes the scene")
    check(one.command("step 5").startswith(b"FRAM"), "it steps")
    check(one.command("fly").startswith(b"ERRO"), "what it does not know is said")
    check(one.command("open /etc/passwd").startswith(b"ERRO"), "no file is opened")
    check(one.command("open towers").startswith(b"ABOU"), "another built-in scene is")
    one.send(b"st", final=False)
    one.send(b"ep", code=0)
    answer = one.receive()
    check(answer is not None and answer[1].startswith(b"FRAM"), "a message in parts is a message")
    one.send(b"x" * 5000)
    answer = one.receive()
    check(answer is None or answer[0] == 8, "a message that is too long closes the socket")
    one.close()
    flood = Socket(server)
    try:
        for _ in range(2000):
            flood.send(b"step 50")
    except OSError:
        pass
    check(server.alive(), "a flood of commands is survived")
    flood.close()


def check_greedy(server):
    """One page asks for a million steps: the others do not wait, and it goes when it is closed."""
    greedy = [Socket(server) for _ in range(2)]
    for s in greedy:
        check(s.command("open towers").startswith(b"ABOU"), "a scene that takes long")
        s.send(b"step 1000000")
    time.sleep(0.3)
    begun, other = time.time(), Socket(server)
    for _ in range(20):
        check(other.command("step").startswith(b"FRAM"), "another page steps")
    check(ask(server, f"/{TOKEN}/") == 200, "and a new one is served")
    check(time.time() - begun < 10, f"and does not wait: {time.time() - begun} s")
    greedy[0].close()
    check(select.select([greedy[1].s], [], [], 0)[0] == [], "a million steps are still under way")
    begun = time.time()
    check(other.command("step").startswith(b"FRAM") and time.time() - begun < 10, "nor when it has gone")
    greedy[1].close()
    other.close()
    time.sleep(0.5)


def check_many(server):
    before = server.memory()
    many = [Socket(server) for _ in range(50)]
    good = 0
    for s in many:
        try:
            good += s.command("step").startswith(b"FRAM")
        except OSError:
            pass
    check(1 <= good <= 8, f"of 50 clients some are served: {good}")
    for s in many:
        s.close()
    time.sleep(0.5)
    lazy = [Socket(server) for _ in range(4)] # they ask, and never read
    for s in lazy:
        try:
            for _ in range(15):
                s.send(b"about")
        except OSError:
            pass
    quick = Socket(server)
    begun = time.time()
    check(quick.command("step 3").startswith(b"FRAM") and time.time() - begun < 10, "those who do not read hold up nobody")
    for s in lazy:
        s.close()
    quick.close()
    time.sleep(0.5)
    end = time.time() + 60 # scenes end in threads of their own, when a busy machine lets them
    while server.memory() - before >= 300000 and time.time() < end:
        time.sleep(0.2)
    check(server.memory() - before < 300000, f"memory is given back: {before} kB, now {server.memory()} kB")


def fuzz(server, seconds):
    """Mutated requests and frames; the server must live, and serve afterwards."""
    rng = random.Random(1)
    page = f"GET /{TOKEN}/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    words = [b"step 2", b"about", b"advance 0.01 5 1", b"back 1", b"set friction 0.3", b"set solver auto", b"spring 1 0 0 0 0 0 1 10 1", b"push 1 0 0 0 0 0 1", b"scenes", b"hash", b"body 1", b"open incline", b"reset",
             b"iterations", b"save scene", b"joint 0 1", b"key 0", b"control 0 1"]

    def mutate(data):
        data = bytearray(data)
        for _ in range(rng.randrange(1, 6)):
            at, how = rng.randrange(len(data) + 1), rng.randrange(4)
            if how == 0 and at < len(data): data[at] = rng.randrange(256)
            elif how == 1: data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9)))
            elif how == 2: del data[at:at + rng.randrange(1, 5)]
            else: data[at:at] = rng.choice([b" 1e308", b" -1", b" nan", b" " * 50, b"\0", b"\xff" * 4, b" 99999999999"])
        return bytes(data)

    end, count = time.time() + seconds, 0
    while time.time() < end and server.alive():
        count += 1
        try:
            if count % 3 == 0:
                with connect(server) as s:
                    s.sendall(mutate(page))
                    select.select([s], [], [], 0.02)
                continue
            one = Socket(server)
            for _ in range(rng.randrange(1, 8)):
                text = rng.choice(words) if rng.random() < 0.3 else mutate(rng.choice(words))
                if rng.random() < 0.2: one.s.sendall(bytes(rng.randrange(256) for _ in range(rng.randrange(1, 40))))
                else: one.send(text, rng.choice([1, 1, 1, 2, 0, 8, 9, 10, 3, 15]), rng.random() < 0.9)
            select.select([one.s], [], [], 0.02)
            one.close()
        except OSError:
            pass
    check(server.alive(), "it lives after the fuzz")
    return count


def main():
    tool, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
    server = Server(tool, "incline")
    try:
        check_doors(server)
        check_socket(server)
        check_greedy(server)
        check_many(server)
        again = subprocess.run([tool, "view", "incline", "--port", str(server.port)], capture_output=True, text=True, timeout=20)
        check(again.returncode == 1 and "port" in again.stderr, f"a port in use is said: {again.stderr}")
        bad = subprocess.run([tool, "view", "no_such_scene"], capture_output=True, text=True, timeout=20)
        check(bad.returncode == 1 and "no_such_scene" in bad.stderr, f"a scene that is not there is said: {bad.stderr}")
        weak = subprocess.run([tool, "view", "incline", "--token", "short"], capture_output=True, text=True, timeout=20)
        check(weak.returncode == 1, "a token that can be guessed is refused")
        count = fuzz(server, seconds)
        last = Socket(server)
        check(last.command("step").startswith(b"FRAM") and ask(server, f"/{TOKEN}/") == 200, "it serves afterwards")
        last.close()
    finally:
        server.end()
    if failures:
        sys.exit(f"{len(failures)} checks failed")
    print(f"all well; {count} fuzzed connections")


if __name__ == "__main__":
    main()

"""A page and a WebSocket (RFC 6455) on the loopback interface, by the standard library.

Who may ask: whoever knows the token, a random word in the path, and comes from a page of this server (Origin) by its own name (Host), so that no other page of
the browser reaches it. All else gets 403 before anything is looked at. There is one page, held in memory: no path leads to a file.
"""

import base64
import hashlib
import hmac
import secrets
import socket
import struct
import threading
from typing import Callable, List, Optional

__all__ = ["PageServer"]

_HEAD = 8192  # bytes of a request
_COMMAND = 4096  # bytes of a message that comes
_PATIENCE = 10.0  # s, for a head to come and for bytes to be taken
_PEERS = 8  # sockets at a time
_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10


class _Gone(Exception):
    """The other side has closed, or says what is against the protocol; `code` tells it why."""

    def __init__(self, code: int = 0, reason: str = ""):
        super().__init__(reason)
        self.code, self.reason = code, reason


class _Peer:
    """One socket: its head, then its messages."""

    def __init__(self, connection: socket.socket):
        self._connection = connection
        self._bytes = b""

    def _more(self) -> None:
        got = self._connection.recv(65536)
        if not got:
            raise _Gone
        self._bytes += got

    def head(self) -> List[str]:
        """The lines of a request; what follows is left."""
        while b"\r\n\r\n" not in self._bytes:
            if len(self._bytes) > _HEAD:
                raise _Gone
            self._more()
        head, self._bytes = self._bytes.split(b"\r\n\r\n", 1)
        return head.decode("latin-1").split("\r\n")

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._more()
        got, self._bytes = self._bytes[:count], self._bytes[count:]
        return got

    def _frame(self):
        """Whether it ends a message, its kind, and what it carries."""
        first, second = self._take(2)
        size, kind = second & 127, first & 15
        if first & 0x70 or not second & 0x80:
            raise _Gone(1002, "frames come masked, and without extensions")
        if kind >= _CLOSE and (size > 125 or not first & 0x80):
            raise _Gone(1002, "a control frame is short and whole")
        if size == 126:
            (size,) = struct.unpack(">H", self._take(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._take(8))
        if size > _COMMAND:
            raise _Gone(1009, f"a command has at most {_COMMAND} bytes")
        mask = self._take(4)
        return bool(first & 0x80), kind, bytes(b ^ mask[k & 3] for k, b in enumerate(self._take(size)))

    def message(self) -> bytes:
        """The next one, pieced together; pings are answered on the way."""
        message, begun = b"", False
        while True:
            whole, kind, part = self._frame()
            if kind == _CLOSE:
                raise _Gone(1000)
            if kind == _PING:
                self.send(part, _PONG)
            if kind >= _CLOSE:
                continue
            if kind not in (0, _TEXT, _BINARY) or begun != (kind == 0):
                raise _Gone(1002, "frames are out of order")
            begun = True
            message += part
            if len(message) > _COMMAND:
                raise _Gone(1009, f"a command has at most {_COMMAND} bytes")
            if whole:
                return message

    def send(self, data: bytes, kind: int = _BINARY) -> None:
        size = len(data)
        length = bytes([size]) if size < 126 else struct.pack(">BH", 126, size) if size < 65536 else struct.pack(">BQ", 127, size)
        self._connection.sendall(bytes([0x80 | kind]) + length + data)

    def answer(self, status: str, headers: str = "", body: bytes = b"") -> None:
        self._connection.sendall(f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)

    def switch(self, key: str) -> None:
        """Answers the handshake."""
        accept = base64.b64encode(hashlib.sha1(key.encode("latin-1") + _MAGIC).digest()).decode()
        head = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: holdfast\r\n\r\n"
        self._connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\n" + head.encode())


class PageServer:
    """Serves `page` at `url` and hands each message of a socket below it to `answer`. One socket at a time: `arrived` and `left` tell of it.

    Each socket has a thread of its own, in which these are called.
    """

    def __init__(self, page: bytes, answer: Callable[[bytes], bytes], arrived: Callable[[], None], left: Callable[[], None], port: int = 0):
        self._page, self._answer, self._arrived, self._left = page, answer, arrived, left
        self._token = secrets.token_hex(16)
        self._lock = threading.Lock()
        self._peers: List[socket.socket] = []
        self._looker: Optional[socket.socket] = None
        self._over = False
        self._listener = socket.create_server(("127.0.0.1", port), reuse_port=False)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/{self._token}/"
        threading.Thread(target=self._accept, name="holdfast-view", daemon=True).start()

    def close(self) -> None:
        with self._lock:
            self._over = True
            peers = list(self._peers)
        for s in (self._listener, *peers):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                welcome = not self._over and len(self._peers) < _PEERS
                if welcome:
                    self._peers.append(connection)
            if welcome:
                threading.Thread(target=self._serve, args=(connection,), name="holdfast-view", daemon=True).start()
            else:
                connection.close()

    def _serve(self, connection: socket.socket) -> None:
        peer = _Peer(connection)
        try:
            connection.settimeout(_PATIENCE)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._request(peer, connection)
        except (_Gone, OSError, ValueError):
            pass
        finally:
            with self._lock:
                self._peers.remove(connection)
            connection.close()

    def _request(self, peer: _Peer, connection: socket.socket) -> None:
        first, *lines = peer.head()
        method, path, _ = first.split(" ")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        names = [f"127.0.0.1:{self.port}", f"localhost:{self.port}"]
        own, upgrade = headers.get("host") in names, "websocket" in headers.get("upgrade", "").lower()
        origin = headers.get("origin")
        origins = ["http://" + name for name in names] + ([] if upgrade else [None])  # an address that is typed comes from no page
        wanted = f"/{self._token}/" + ("live" if upgrade else "")
        if not (own and origin in origins and hmac.compare_digest(path.encode("latin-1"), wanted.encode())):
            peer.answer("403 Forbidden")
        elif method != "GET":
            peer.answer("405 Method Not Allowed")
        elif upgrade:
            peer.switch(headers.get("sec-websocket-key", ""))
            self._socket(peer, connection)
        else:
            safe = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
            peer.answer("200 OK", "Content-Type: text/html; charset=utf-8\r\n" + safe, self._page)

    def _socket(self, peer: _Peer, connection: socket.socket) -> None:
        with self._lock:
            free = self._looker is None and not self._over
            if free:
                self._looker = connection
        if not free:
            peer.send(struct.pack(">H", 1013) + b"another page shows this world; close it first", _CLOSE)
            return
        self._arrived()
        try:
            connection.settimeout(None)
            while True:
                peer.send(self._answer(peer.message()))
        except _Gone as gone:
            if gone.code:
                peer.send(struct.pack(">H", gone.code) + gone.reason.encode(), _CLOSE)
        finally:
            with self._lock:
                self._looker = None
            self._left()

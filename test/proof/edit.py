"""Changes a proof as somebody would who wants it to look whole: chunks are packed and hashed again."""
import hashlib
import struct
import zlib


def read(data):
    at, out = 16, []
    while at < len(data):
        tag, size, packed = struct.unpack_from("<4sII", data, at)
        out.append((tag, zlib.decompress(data[at + 12:at + 12 + packed])))
        at += 12 + packed + 32
    return data[:16], out


def write(head, chunks):
    chain, out = hashlib.sha256(head).digest(), head
    for tag, raw in chunks:
        packed = zlib.compress(raw)
        body = tag + struct.pack("<II", len(raw), len(packed)) + packed
        chain = hashlib.sha256(chain + body).digest()
        out += body + chain
    return out


def model(data, change):
    """The proof with the text of its models changed."""
    head, chunks = read(data)
    changed = [(tag, change(raw.decode()).encode() if tag == b"MODL" else raw) for tag, raw in chunks]
    assert changed != chunks, "nothing was changed"
    return write(head, changed)

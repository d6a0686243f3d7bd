"""The live page of a running world: who keeps the pace, what a hand does, who is let in."""

import base64
import copy
import hashlib
import os
import shutil
import socket
import struct
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

import holdfast

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test", "viewer"))


class Page:
    """What a page does, without one."""

    def __init__(self, view, token=None, origin=None, host=None):
        self.port = int(view.url.split(":")[2].split("/")[0])
        own = f"127.0.0.1:{self.port}"
        self.socket = socket.create_connection(("127.0.0.1", self.port), 10)
        key = base64.b64encode(b"0123456789abcdef").decode()
        self.socket.sendall(
            f"GET /{token or view.url.split('/')[3]}/live HTTP/1.1\r\nHost: {host or own}\r\nOrigin: {origin or 'http://' + own}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: holdfast\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            more = self.socket.recv(1)
            if not more:
                break
            head += more
        self.status = int(head.split()[1])
        self.head = head.decode()

    def take(self, count):
        got = b""
        while len(got) < count:
            more = self.socket.recv(count - len(got))
            if not more:
                raise ConnectionError
            got += more
        return got

    def frame(self, first, data, masked=True):
        size = len(data)
        length = bytes([size | 0x80 * masked]) if size < 126 else struct.pack(">BH", 126 | 0x80 * masked, size)
        mask = b"\x01\x02\x03\x04" if masked else b""
        self.socket.sendall(bytes([first]) + length + mask + (bytes(b ^ mask[k & 3] for k, b in enumerate(data)) if masked else data))

    def read(self):
        first, size = self.take(2)
        size = struct.unpack(">H", self.take(2))[0] if size == 126 else struct.unpack(">Q", self.take(8))[0] if size == 127 else size
        return first & 15, self.take(size)

    def ask(self, command):
        self.frame(0x81, command.encode())
        kind, data = self.read()
        assert kind == 2, (kind, data)
        return data

    def time(self, command="step 0"):
        """Of the frame in an answer: behind its name and fifteen whole numbers."""
        answer = self.ask(command)
        assert answer[:4] == b"FRAM", answer
        return struct.unpack_from("<d", answer, 64)[0]

    def close(self):
        self.socket.close()


def soon(what, seconds=10.0):
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.005)
    return what()


class Program(threading.Thread):
    """A program that steps until it is told to end."""

    def __init__(self, world):
        super().__init__(daemon=True)
        self.world, self.over, self.error = world, False, None
        self.start()

    def run(self):
        try:
            while not self.over:
                self.world.step()
        except Exception as error:
            self.error = error


class View(unittest.TestCase):
    def setUp(self):
        self.world = holdfast.World(holdfast.Model("incline:angle=0,mu=0"))
        self.world.set(gravity=(0, 0, 0))
        self.view = self.world.view()
        self.addCleanup(self.view.close)

    def page(self, **words):
        page = Page(self.view, **words)
        self.addCleanup(page.close)
        return page

    def program(self):
        program = Program(self.world)

        def end():
            program.over = True
            self.view.close()
            program.join(10)
            self.assertFalse(program.is_alive())
            self.assertIsNone(program.error)

        self.addCleanup(end)
        return program

    def test_nobody_waits_without_a_page(self):
        self.world.run(0.1)
        self.assertAlmostEqual(self.world.time, 0.1, places=9)
        self.assertFalse(self.view.looked_at)

    def test_the_page_keeps_the_pace(self):
        page = self.page()
        self.assertTrue(soon(lambda: self.view.looked_at))
        self.program()
        time.sleep(0.1)
        self.assertEqual(page.time(), 0.0)  # nothing was asked for: the program waits
        h = self.world.timestep
        self.assertAlmostEqual(page.time("step"), h, places=12)
        self.assertAlmostEqual(page.time("step 4"), 5 * h, places=12)
        now = page.time()
        for _ in range(50):
            then = page.time("advance 0.01 8 0")
            self.assertLessEqual(then, now + 0.01 + 1e-9)
            now = then
        self.assertGreater(now, 0.2)  # of 0.5 s that were asked for
        self.assertEqual(page.time(), now)  # and it waits again
        back = page.time("back 3")
        self.assertAlmostEqual(back, now - 3 * h, places=12)
        page.close()
        self.assertTrue(soon(lambda: self.world.time > now + 1))  # without a page the program goes on by itself

    def test_a_hand_adds_to_what_the_program_pushes_with(self):
        page = self.page()
        mass = self.world.mass_matrix()[0, 0]
        self.world.set_wrench(1, force=(2, 0, 0))
        self.assertEqual(page.ask("push 1 0 0 0 0 0 3"), b"TEXTok")
        self.program()
        page.time("step 100")
        while page.time() < 99.5 * self.world.timestep:
            page.time("step 1")
        velocity = self.world.velocities()[0][1]
        np.testing.assert_allclose(velocity * mass, [2 * self.world.time, 0, 3], atol=1e-9)

    def test_what_the_page_sets_stays_set(self):
        page = self.page()
        self.assertEqual(page.ask("set gravity 0 0 -1.5"), b"TEXTok")
        self.assertEqual(page.ask("set timestep 0.001"), b"TEXTok")
        self.assertEqual(self.world.timestep, 0.001)
        page.close()
        self.assertTrue(soon(lambda: not self.view.looked_at))
        self.view.close()
        self.world.set(tolerance=1e-7)  # keeps the others
        twin = copy.copy(self.world)
        settings = holdfast.lib.hf_world_settings(twin._handle)
        self.assertEqual(settings.physics.gravity[2], -1.5)
        self.assertEqual(twin.timestep, 0.001)

    def test_the_bits_are_those_of_a_world_nobody_looks_at(self):
        other = holdfast.World(holdfast.Model("towers:n=3"))
        seen = holdfast.World(other.model)
        with seen.view() as view:
            page = Page(view)
            self.assertTrue(view.wait(10))
            program = Program(seen)
            while page.time("advance 0.02 8 1") < 0.1:
                pass
            program.over = True
            page.close()
            program.join(10)
            self.assertIsNone(program.error)
        self.assertIsNone(seen._view)
        while other.time < seen.time - 1e-9:
            other.step()
        self.assertEqual(other.hash, seen.hash)

    def test_the_page_drives(self):
        self.view.close()
        self.view = self.world.view(drive="page")
        page = self.page()
        now = page.time("advance 0.05 1000 0")
        self.assertAlmostEqual(now, 0.05, places=9)
        threads = [threading.Thread(target=lambda: [page.time("advance 0.01 1000 0") for _ in range(100)])]
        threads[0].start()
        seen = 0
        while threads[0].is_alive():  # who looks meanwhile waits for the page, and gets no BusyError
            self.world.poses(), self.world.q.sum()
            seen += 1
        self.assertGreater(seen, 0)
        self.assertAlmostEqual(self.world.time, 1.05, places=9)
        self.assertEqual(page.ask("open jack")[:4], b"ERRO")

    def test_who_is_let_in(self):
        for words in ({"token": "0" * 32}, {"origin": "http://evil.example"}, {"host": "evil.example:80"}, {"origin": "null"}):
            self.assertEqual(self.page(**words).status, 403, words)
        self.assertFalse(self.view.looked_at)
        first = self.page()
        self.assertEqual(first.status, 101)
        accept = base64.b64encode(hashlib.sha1(base64.b64encode(b"0123456789abcdef") + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        self.assertIn(f"Sec-WebSocket-Accept: {accept}", first.head)
        self.assertTrue(soon(lambda: self.view.looked_at))
        kind, data = self.page().read()
        self.assertEqual((kind, struct.unpack(">H", data[:2])[0]), (8, 1013))  # one page at a time

    def test_a_page_that_breaks_the_protocol_is_closed(self):
        def closes(send, code):
            page = self.page()
            self.assertTrue(soon(lambda: self.view.looked_at))
            send(page)
            kind, data = page.read()
            self.assertEqual((kind, struct.unpack(">H", data[:2])[0]), (8, code))
            self.assertTrue(soon(lambda: not self.view.looked_at))

        closes(lambda p: p.frame(0x81, b"about", masked=False), 1002)
        closes(lambda p: p.frame(0x81, b"x" * 5000), 1009)
        closes(lambda p: p.frame(0x80, b"about"), 1002)  # goes on with what never began
        closes(lambda p: p.frame(0xC1, b"about"), 1002)  # an extension
        closes(lambda p: p.frame(0x88, b""), 1000)
        page = self.page()
        page.frame(0x01, b"ab")
        page.frame(0x89, b"hello")
        page.frame(0x80, b"out")
        self.assertEqual(page.read(), (10, b"hello"))
        self.assertEqual(page.read()[1][:4], b"ABOU")
        for command in ("", "advance", "advance x y z", "step -1", "step 1e3 2", "nothing", "set gravity 1", "push 99 0 0 0 0 0 0", "advance nan 8 0"):
            self.assertIn(page.ask(command)[:4], (b"ERRO", b"FRAM"), command)

    def test_the_page_itself(self):
        with socket.create_connection(("127.0.0.1", int(self.view.url.split(":")[2].split("/")[0])), 10) as s:
            s.sendall(f"GET /{self.view.url.split('/')[3]}/ HTTP/1.1\r\nHost: {self.view.url.split('/')[2]}\r\n\r\n".encode())
            text = b""
            while True:
                more = s.recv(65536)
                if not more:
                    break
                text += more
        self.assertTrue(text.startswith(b"HTTP/1.1 200"))
        self.assertIn(b"no-store", text)
        self.assertIn(self.view.url, self.view._repr_html_())

    def test_wrong_words(self):
        with self.assertRaises(holdfast.InvalidError):
            holdfast.World(self.world.model).view(drive="cat")


class Owners(unittest.TestCase):
    def test_a_model_waits_for_what_stands_on_it(self):
        from holdfast._owners import owned

        ended = []
        model = owned(holdfast.ffi.new("int *"), lambda _: ended.append("model"))
        world = owned(holdfast.ffi.new("int *"), lambda _: ended.append("world"), model)
        holdfast.ffi.release(model)  # as a garbage collection does that comes upon it first
        self.assertEqual(ended, [])
        holdfast.ffi.release(world)
        self.assertEqual(ended, ["world", "model"])


@unittest.skipUnless(shutil.which("chromium") and shutil.which("chromedriver"), "Chromium or its driver is missing (scripts/setup viewer)")
class InABrowser(unittest.TestCase):
    def test_a_running_world_is_seen_stopped_and_pulled(self):
        from page import Browser, wait_for

        world = holdfast.World(holdfast.Model("incline:angle=0,mu=0.5"))
        view = world.view()
        profile = tempfile.mkdtemp(prefix="holdfast-browser-")
        program = Program(world)
        browser = Browser(shutil.which("chromium"), shutil.which("chromedriver"), profile)
        try:
            browser.open(view.url)
            self.assertTrue(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60))
            self.assertEqual(browser.run("return holdfast.error || ''"), "")
            begun = world.time
            self.assertTrue(wait_for(browser, f"holdfast.state.time > {begun + 0.2}", 60), "it plays")
            browser.click("#play")
            time.sleep(0.5)
            stopped = world.time
            time.sleep(0.5)
            self.assertEqual(world.time, stopped)  # the program waits
            before = world.poses()[0][1].copy()
            name = str(world.model.bodies[1])
            browser.run(f"holdfast.hold('{name}', [0, 0, 0]); holdfast.pullTo([{before[0] + 1}, {before[1]}, {before[2] + 0.3}]); holdfast.play(true);")
            self.assertTrue(soon(lambda: world.poses()[0][1][0] > before[0] + 0.05, 60), "it is pulled")
            browser.run("holdfast.letGo()")
            browser.run("holdfast.play(true)")
            self.assertTrue(wait_for(browser, f"holdfast.state.time > {world.time + 0.1}", 60), "it goes on")
        finally:
            browser.close()
            browser.process.stdout.close()
            program.over = True
            view.close()
            program.join(20)
            shutil.rmtree(profile, ignore_errors=True)
        self.assertIsNone(program.error)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""The live page in Firefox on a screen in memory (without one it has no WebGL), by its Marionette protocol: plots, contacts, bodies and the hand, by mouse and by finger.

    firefox.py TOOL WASM_FOLDER

Exits 77 (skipped) where Firefox (packages firefox-esr, xvfb, libgl1-mesa-dri) or the module (make wasm) is missing.
"""
import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import page
from asks import CART, check_asks, check_contact
from hands import ask, check_hands
from page import Browser, check, wait_for

PREFERENCES = {
    "webgl.force-enabled": True, "webgl.disabled": False, "layers.acceleration.disabled": False, "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False, "browser.startup.homepage_override.mstone": "ignore", "toolkit.telemetry.enabled": False, "security.fileuri.strict_origin_policy": False, "dom.w3c_touch_events.enabled": 1,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False, "browser.safebrowsing.update.enabled": False, "extensions.update.enabled": False, "dom.disable_open_during_load": True,
}
COMMANDS = {("POST", "/url"): "Navigate", ("POST", "/execute/sync"): "ExecuteScript", ("POST", "/execute/async"): "ExecuteAsyncScript", ("POST", "/element"): "FindElement", ("POST", "/actions"): "PerformActions",
            ("DELETE", "/actions"): "ReleaseActions", ("GET", "/screenshot"): "TakeScreenshot", ("POST", "/frame"): "SwitchToFrame", ("POST", "/timeouts"): "SetTimeouts", ("POST", "/refresh"): "Refresh"}


class Firefox(Browser):
    """Speaks with Firefox itself: messages are a length, a colon and JSON."""

    def __init__(self, firefox, profile, width, height):
        os.makedirs(profile, exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            for name, value in {**PREFERENCES, "marionette.port": port}.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.process = subprocess.Popen(["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", firefox, "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile, f"--width={width}", f"--height={height}", "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.touched = []
        self.serial, self.buffer, end = 0, b"", time.time() + 60
        while True:
            try:
                self.line = socket.create_connection(("127.0.0.1", port), 2)
                break
            except OSError:
                if time.time() > end:
                    raise RuntimeError("Firefox does not start") from None
                time.sleep(0.2)
        self.line.settimeout(180)
        self.receive()
        self.send("WebDriver:NewSession", {})
        self.send("WebDriver:SetWindowRect", {"x": 0, "y": 0, "width": width, "height": height})

    def receive(self):
        while b":" not in self.buffer:
            self.more()
        length, rest = self.buffer.split(b":", 1)
        self.buffer = rest
        while len(self.buffer) < int(length):
            self.more()
        text, self.buffer = self.buffer[: int(length)], self.buffer[int(length) :]
        return json.loads(text)

    def more(self):
        part = self.line.recv(1 << 16)
        if not part:
            raise RuntimeError("Firefox has gone")
        self.buffer += part

    def send(self, name, parameters):
        self.serial += 1
        text = json.dumps([0, self.serial, name, parameters]).encode()
        self.line.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, value = self.receive()
        if error:
            raise RuntimeError(f"{name}: {error.get('message', error)}"[:500])
        return value

    def ask(self, method, path, body=None):
        if path.startswith("/element/") and path.endswith("/click"):
            return self.send("WebDriver:ElementClick", {"id": path.split("/")[2]})
        value = self.send("WebDriver:" + COMMANDS[method, path], body or {})
        return value.get("value") if isinstance(value, dict) and set(value) == {"value"} else value

    def finger(self, what, *at):
        """As Browser.finger: by the page's own process, which may make touches up for tests."""
        self.touched = [round(x) for x in at] or self.touched
        script = "const [what, x, y] = arguments; window.synthesizeTouchEvent(what, [{ identifier: 1, offsetX: x, offsetY: y, force: 1 }]);"
        self.send("WebDriver:ExecuteScript", {"script": script, "args": [what.lower(), *self.touched], "newSandbox": True, "sandbox": "system"})

    def log(self, kind):
        return []

    def close(self):
        try:
            self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (OSError, RuntimeError):
            pass
        finally:
            self.line.close()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.terminate()
                self.process.wait()


def main():
    tool, wasm = sys.argv[1], sys.argv[2]
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if not firefox or not shutil.which("xvfb-run") or not os.path.exists(os.path.join(wasm, "holdfast-module.js")):
        print("skipped: Firefox (packages firefox-esr, xvfb, libgl1-mesa-dri) or the module (make wasm) is missing")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        browser = Firefox(firefox, os.path.join(folder, "profile"), 1200, 900)
        try:
            shutil.copy(os.path.join(wasm, "holdfast-module.js"), folder)
            subprocess.run([tool, "view", "wall", "--write", os.path.join(folder, "live.html")], check=True)
            browser.open("file://" + os.path.join(folder, "live.html") + "#still")
            check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 90), "the page is ready")
            check(browser.run("return holdfast.error || ''") == "", "it starts: " + str(browser.run("return holdfast.error || ''")))
            check(browser.run("return navigator.userAgent.includes('Firefox')"), "this is Firefox")
            if "--picture" in sys.argv:
                ask(browser, "await holdfast.open('card_house'); await holdfast.command('step 5'); holdfast.redraw(); await new Promise((r) => setTimeout(r, 800));")
                with open(sys.argv[sys.argv.index("--picture") + 1], "wb") as file:
                    file.write(base64.b64decode(browser.ask("GET", "/screenshot")))
            check_asks(browser, "Firefox", ["mouse"])  # a finger in the panel: Firefox scrolls it on by itself after the page has; Chromium is asked that
            ask(browser, "holdfast.app.live.source.write('/files/cart.xml', new TextEncoder().encode(" + repr(CART) + "));")
            check_contact(browser, "Firefox, touch", "touch")
            check_hands(browser, "Firefox")
        finally:
            browser.close()
    if page.failures:
        sys.exit(f"{len(page.failures)} checks failed")
    print("all well")


if __name__ == "__main__":
    main()

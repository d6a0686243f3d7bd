#!/usr/bin/env python3
"""The replay page in headless Chromium: it plays, scrubs, shows contacts and forces, and asks nothing of any network.

    page.py TOOL [--screenshot F.png --scene SCENE --at FRACTION]

Drives Chromium by chromedriver with the standard library alone. Exits 77 (skipped) where either is missing.
"""
import base64
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zlib

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update
--disable-sync --disable-dev-shm-usage --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --hide-scrollbars about:blank""".split()


class Browser:
    """A session of the WebDriver protocol."""

    def __init__(self, chromium, chromedriver, profile, width=1280, height=800):
        self.process = subprocess.Popen([chromedriver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.process.stdout:
            if "started successfully on port" in line:
                port = int(line.rsplit(" ", 1)[1].strip().rstrip("."))
                break
        if port is None:
            raise RuntimeError("chromedriver does not start")
        self.base = f"http://127.0.0.1:{port}/session"
        options = {"binary": chromium, "args": FLAGS + [f"--user-data-dir={profile}", f"--window-size={width},{height}"]}
        made = self.ask("POST", "", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.base += "/" + made["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:500]) from None

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def run(self, script):
        return self.ask("POST", "/execute/sync", {"script": script, "args": []})

    def finger(self, what, *at):
        """One event of a finger, which stays down until its touchEnd: WebDriver's own actions lift it at the end of each list."""
        points = [{"x": round(at[0]), "y": round(at[1])}] if at else []
        self.ask("POST", "/goog/cdp/execute", {"cmd": "Input.dispatchTouchEvent", "params": {"type": what, "touchPoints": points}})

    def find(self, selector):
        return list(self.ask("POST", "/element", {"using": "css selector", "value": selector}).values())[0]

    def click(self, selector):
        self.ask("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, keys):
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "k", "actions": [
            step for key in keys for step in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]}]})

    def drag(self, begin, end, button=0):
        self.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "p", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": int(begin[0]), "y": int(begin[1]), "duration": 0},
            {"type": "pointerDown", "button": button},
            {"type": "pointerMove", "x": int(end[0]), "y": int(end[1]), "duration": 60},
            {"type": "pointerUp", "button": button}]}]})

    def picture(self):
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def log(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})

    def close(self):
        try:
            self.ask("DELETE", "")
        except OSError:
            pass # it hangs: ending the driver ends it
        finally:
            self.process.terminate()
            self.process.wait()


def pixels(png):
    """Width, height and rows of RGB triples of an 8-bit PNG without interlacing."""
    at, packed, size = 8, b"", None
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    width, height, _, colour = size
    step = {2: 3, 6: 4}[colour]
    raw, rows, before = zlib.decompress(packed), [], bytearray(width * step)
    for y in range(height):
        begin = y * (width * step + 1)
        method, row = raw[begin], bytearray(raw[begin + 1:begin + 1 + width * step])
        for x in range(len(row)):
            a = row[x - step] if x >= step else 0
            b = before[x]
            c = before[x - step] if x >= step else 0
            if method == 1: row[x] = (row[x] + a) & 255
            elif method == 2: row[x] = (row[x] + b) & 255
            elif method == 3: row[x] = (row[x] + (a + b) // 2) & 255
            elif method == 4:
                p = a + b - c
                row[x] = (row[x] + min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]) & 255
        rows.append(row)
        before = row
    return width, height, step, rows


failures = []
begun = time.time()


def check(truth, words):
    if os.environ.get("HOLDFAST_VERBOSE"):
        print(f"{time.time() - begun:7.1f} s  {words}")
    if not truth:
        failures.append(words)
        print("FAILED:", words, file=sys.stderr)


def wait_for(browser, script, seconds=20):
    end = time.time() + seconds
    while time.time() < end:
        if browser.run("return " + script):
            return True
        time.sleep(0.05)
    return False


def check_page(browser, url):
    browser.open(url)
    if not wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)"):
        check(False, "the page does not get ready")
        return
    check(browser.run("return holdfast.error || ''") == "", "the page starts: " + str(browser.run("return holdfast.error")))
    frames = browser.run("return holdfast.state.frames")
    check(frames > 50, f"frames: {frames}")

    # It plays by itself, and stops and goes on at a click and at a key.
    check(wait_for(browser, "holdfast.state.playing && holdfast.state.time > 0.02"), "it plays")
    browser.click("#play")
    stopped = browser.run("return holdfast.state.time")
    time.sleep(0.3)
    check(browser.run("return holdfast.state.time") == stopped, "it stops")
    browser.click("#view")
    browser.type([" "])
    check(wait_for(browser, f"holdfast.state.time != {stopped}"), "it goes on")
    browser.type([" "])

    # It scrubs: by the slider, by keys, by the plots.
    browser.run("const s = document.getElementById('scrub'); s.value = Math.floor(s.max / 2); s.dispatchEvent(new Event('input'));")
    middle = browser.run("return holdfast.state.frame")
    check(middle == (frames - 1) // 2, f"the slider goes to the middle: {middle}")
    browser.click("#view")
    browser.type(["\ue014"])
    check(browser.run("return holdfast.state.frame") == middle + 1, "a key goes one frame on")
    browser.type(["\ue010"])
    check(browser.run("return holdfast.state.frame") == frames - 1, "End goes to the end")
    box = browser.run("const e = document.querySelector('#plot-energy .u-over'); e.scrollIntoView({ block: 'nearest' }); const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
    place = (box[0] + 0.25 * box[2], box[1] + 0.4 * box[3])
    browser.drag(place, place)
    part = browser.run("return holdfast.state.time / holdfast.state.about.timestep / holdfast.state.about.steps")
    check(0.2 < part < 0.3, f"a click in a plot goes to its time: {part}")

    # It shows contacts: as many as it says, each with its force inside the cone; the switches work.
    browser.run("holdfast.seekFrame(Math.floor(holdfast.state.frames / 2)); holdfast.redraw();")
    contacts = browser.run("return holdfast.contacts()")
    check(len(contacts) > 0, "there are contacts")
    counts = browser.run("return holdfast.counts")
    check(sum(counts.values()) == len(contacts), f"the counts agree: {counts}")
    check(int(browser.run("return document.getElementById('count-stick').textContent")) == counts["stick"], "the legend shows them")
    for c in contacts:
        drag = sum(x * x for x in c["drag"]) ** 0.5
        strongest = max(x["push"] for x in contacts)
        check(c["push"] >= -1e-3 * strongest, "a normal force pushes")
        limit = math.tan(min(c["angle"], 1.57)) * max(c["push"], 0)
        check(drag <= limit + 2e-3 * strongest, f"a force lies in its cone: {drag} of {limit}")
    drawn = browser.run("return holdfast.drawn()")
    check(drawn["points"] == len(contacts) and drawn["pushes"] > 0 and drawn["cones"] == 0, f"points and arrows are drawn: {drawn}")
    browser.click("#view")
    browser.type(["k", "c"])
    browser.run("holdfast.redraw()")
    drawn = browser.run("return holdfast.drawn()")
    check(drawn["cones"] == len(contacts) and drawn["points"] == 0, f"cones appear, points go: {drawn}")
    browser.type(["c"])

    # It turns and zooms.
    yaw = browser.run("return holdfast.camera.yaw")
    browser.drag((300, 350), (400, 380))
    check(browser.run("return holdfast.camera.yaw") != yaw, "a drag turns")
    target = browser.run("return holdfast.camera.target")
    browser.drag((300, 350), (350, 380), button=2)
    check(browser.run("return holdfast.camera.target") != target, "the right button moves")
    browser.run("document.getElementById('view').dispatchEvent(new WheelEvent('wheel', { deltaY: 100, cancelable: true }))")
    browser.type(["r"])
    check(abs(browser.run("return holdfast.camera.yaw") - -0.96) < 1e-9, "R gives the first view")
    browser.type(["?"])
    check(browser.run("return document.getElementById('help').open"), "? shows the keys")
    browser.click("#help button")

    # There is a picture, and it differs from frame to frame.
    browser.run("holdfast.play(false); holdfast.seekFrame(0); holdfast.redraw();")
    first = browser.picture()
    width, height, step, rows = pixels(first)
    seen = {tuple(rows[y][x * step:x * step + 3]) for y in range(100, height - 100, 7) for x in range(40, width - 340, 5)}
    check(len(seen) > 60, f"the picture has shades: {len(seen)}")
    browser.run("holdfast.seekFrame(holdfast.state.frames - 1); holdfast.redraw();")
    check(browser.picture() != first, "the last frame is not the first")

    # Nothing was asked of a network, and nothing complained.
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked = message["params"]["request"]["url"]
            check(asked.startswith(("file:", "data:", "chrome:")), f"asks the network: {asked}")
    for entry in browser.log("browser"):
        check(entry["level"] not in ("SEVERE",), "the console says: " + entry["message"])


def hair_points(path):
    """Strands of a .hair file that has arrays of segments, points and thickness."""
    with open(path, "rb") as file:
        data = file.read()
    strands, points, arrays = struct.unpack("<III", data[4:16])
    if data[:4] != b"HAIR" or arrays != 7:
        raise ValueError("no .hair file of ours")
    segments = struct.unpack(f"<{strands}H", data[128:128 + 2 * strands])
    numbers = struct.unpack(f"<{3 * points}f", data[128 + 2 * strands:128 + 2 * strands + 12 * points])
    lists, at = [], 0
    for count in segments:
        lists.append([numbers[3 * k:3 * k + 3] for k in range(at, at + count + 1)])
        at += count + 1
    return lists


def check_fibres(browser, url, folder):
    """The vertices of fibres are those that --hair-dir writes, to what three bytes can hold, and they are drawn."""
    browser.open(url + "#still")
    check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)"), "the page of fibres gets ready")
    check(browser.run("return holdfast.error || ''") == "", "it starts: " + str(browser.run("return holdfast.error")))
    frames = browser.run("return holdfast.state.frames")
    for frame in (0, frames - 1):
        strands = hair_points(os.path.join(folder, f"frame{frame:05d}.hair"))
        count = browser.run("return holdfast.fibres.count")
        worst, longest = 0, 0
        for f in range(count):
            seen = browser.run(f"return [...Array({len(strands[f])}).keys()].map((k) => holdfast.fibres.vertex({f}, k, {frame}))")
            worst = max(worst, max(abs(a - b) for p, q in zip(seen, strands[f]) for a, b in zip(p, q)))
            longest = max(longest, max(abs(a - b) for p, q in zip(strands[f], strands[f][1:]) for a, b in zip(p, q)))
        check(worst <= 0.6 * longest / 127, f"vertices of frame {frame} are off by {worst}, a step is {longest}")
    check(len(strands) == browser.run("return holdfast.fibres.strands()") and len(strands) > count, f"followers: {len(strands)} strands of {count} fibres")
    check(f"drawn as {len(strands)} strands" in browser.run("return document.getElementById('subtitle').textContent"), "the head says how many")
    browser.run("document.getElementById('followers').value = '0'; document.getElementById('followers').dispatchEvent(new Event('input')); holdfast.redraw();")
    check(browser.run("return holdfast.fibres.strands()") == count, "the slider takes the followers away")
    browser.run("holdfast.seekFrame(0); holdfast.redraw();")
    first = browser.picture()
    browser.run("holdfast.seekFrame(holdfast.state.frames - 1); holdfast.redraw();")
    check(browser.picture() != first, "fibres move")
    for entry in browser.log("browser"):
        check(entry["level"] not in ("SEVERE",), "the console says: " + entry["message"])


def check_runs(browser, tool, folder):
    """The page of another run, dropped on this one, is plotted behind it; a joint is plotted over all frames, as the table has it; a contact tells its history."""
    pages = [os.path.join(folder, f"mu{k}.html") for k in (2, 3)]
    for k, path in zip((0.2, 0.3), pages):
        subprocess.run([tool, "run", f"incline:angle=26,mu={k}", "--duration", "0.5", "--html", path], check=True, stdout=subprocess.DEVNULL)
    browser.open("file://" + pages[0] + "#still")
    check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)"), "the page of a slope gets ready")
    with open(pages[1], "rb") as file:
        text = base64.b64encode(file.read()).decode()
    browser.run(f"const d = new DataTransfer(); d.items.add(new File([Uint8Array.from(atob('{text}'), (c) => c.charCodeAt(0))], 'mu3.html')); window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: d, cancelable: true }}));")
    check(wait_for(browser, "/plotted beside/.test(document.getElementById('message').textContent)"), "another page is taken: " + browser.run("return document.getElementById('message').textContent"))
    browser.run("holdfast.app.follow(1); holdfast.seek(0.5); holdfast.redraw(); [...document.querySelectorAll('#body-numbers .number')].find((r) => r.textContent.startsWith('speed')).click(); holdfast.redraw();")
    chips = [tuple(c) for c in browser.run("return [...document.getElementById('plot-body1-speed').closest('.plot').querySelectorAll('.chip')].map((c) => [c.childNodes[1].textContent, Number(c.querySelector('b').textContent)])")]
    angle = math.radians(26)
    laws = [9.81 * (math.sin(angle) - mu * math.cos(angle)) * 0.5 for mu in (0.2, 0.3)]
    check(len(chips) == 2 and all(abs(v - law) < 0.02 for (_, v), law in zip(chips, laws)) and "mu3" in chips[1][0], f"speeds of both runs after 0.5 s: {chips}, by the law {laws}")
    browser.run("holdfast.app.margins.choose(0); holdfast.redraw();")
    rows = dict(browser.run("return [...document.querySelectorAll('#contact-numbers > *')].map((p) => [p.firstChild.textContent, p.querySelector('b').textContent])"))
    check(rows.get("state") == "slips" and abs(float(rows["slip speed"]) - laws[0]) < 0.02 and abs(float(rows["friction μ"]) - 0.2) < 1e-3, f"a contact of a recording tells what it does: {rows}")
    ink = browser.run("const q = holdfast.app.margins.quantities().find((q) => q.title.endsWith('slip speed')).of(holdfast.app.scene); return [q.times.length, q.values[0], q.values[q.values.length - 1]]")
    check(ink[0] > 20 and abs(ink[2] - laws[0]) < 0.02 and ink[1] < 0.1 * laws[0], f"and its history, from the beginning: {ink}")


def main():
    tool = sys.argv[1]
    extra = dict(zip(sys.argv[2::2], sys.argv[3::2]))
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    if not chromium or not chromedriver:
        print("skipped: Chromium or its driver is missing (packages chromium, chromium-driver)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "run.html")
        scene = extra.get("--scene", "towers:n=5").split()
        if scene[0].endswith(".html"):
            page = os.path.abspath(scene[0])
        else:
            subprocess.run([tool, "run", *scene, "--html", page] + ([] if "--scene" in extra else ["--duration", "1"]), check=True, stdout=subprocess.DEVNULL)
        size = (1280, 940) if "--screenshot" in extra else (900, 700)
        browser = Browser(chromium, chromedriver, os.path.join(folder, "profile"), *size)
        try:
            if "--screenshot" in extra:
                browser.open("file://" + page + "#still")
                wait_for(browser, "window.holdfast && holdfast.state.ready")
                browser.run(f"holdfast.seekFrame({extra.get('--at', 0.5)} * holdfast.state.frames); {extra.get('--script', '')}; holdfast.redraw();")
                time.sleep(0.3)
                with open(extra["--screenshot"], "wb") as out:
                    out.write(browser.picture())
                for entry in browser.log("browser"):
                    print(entry["level"], entry["message"])
            else:
                check_page(browser, "file://" + page)
                fibres = os.path.join(folder, "fibres.html")
                subprocess.run([tool, "run", "fibre_slope", "--duration", "0.2", "--html", fibres, "--hair-dir", folder, "--followers", "3"], check=True, stdout=subprocess.DEVNULL)
                check_fibres(browser, "file://" + fibres, folder)
                check_runs(browser, tool, folder)
        finally:
            browser.close()
    if failures:
        sys.exit(f"{len(failures)} checks failed")
    print("all well")


if __name__ == "__main__":
    main()

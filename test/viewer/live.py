#!/usr/bin/env python3
"""The live page in headless Chromium, from both of its sources: the library as WebAssembly inside the page, and a socket to holdfast view.

    live.py TOOL WASM_FOLDER [GALLERY_FOLDER]

Exits 77 (skipped) where Chromium, its driver or the module (make wasm) is missing.
"""
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import page
from page import Browser, check, wait_for

TOKEN = "a-token-for-the-test"


def ask(browser, script):
    """The value of a promise."""
    browser.ask("POST", "/timeouts", {"script": 60000})
    return browser.ask("POST", "/execute/async", {"args": [], "script": "const done = arguments[arguments.length - 1]; (async () => { " + script + " })().then((v) => done({ v }), (e) => done({ e: String(e) }));"})["v"]


def ready(browser, url, words):
    browser.open(url)
    well = wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60)
    check(well, words + ": the page gets ready")
    check(browser.run("return holdfast.error || ''") == "", words + ": it starts: " + str(browser.run("return holdfast.error || ''")))
    return well


def put(browser, name, value, event="input"):
    browser.run(f"const e = document.getElementById('{name}'); e.value = '{value}'; e.dispatchEvent(new Event('{event}'));")


def message(browser):
    return browser.run("const m = document.getElementById('message'); return m.hidden ? '' : m.textContent")


def check_kinds(browser, words):
    """A scene of each kind moves, and is drawn."""
    for scene in ("towers:n=3", "jack", "fibre_slope", "grasp", "rocks:n=5"):
        check(ask(browser, f"return await holdfast.open('{scene}')"), f"{words}: {scene} opens: {message(browser)}")
        ask(browser, "await holdfast.command('step 20'); holdfast.redraw();")
        frame = browser.run("const f = holdfast.app.live.frame; return [f.step, f.quality, f.residual, f.tolerance]")
        check(frame[0] == 20 and frame[1] == 0 and frame[2] <= frame[3], f"{words}: {scene} steps, certified: {frame}")
    check(not ask(browser, "return await holdfast.open('nothing')") and "nothing" in message(browser), f"{words}: a scene that is not there is said: {message(browser)}")
    check(ask(browser, "return await holdfast.command('step 1')"), f"{words}: and the page lives on")


def check_time(browser, words):
    """It plays, pauses, steps and steps back."""
    ask(browser, "await holdfast.open('dominoes'); holdfast.play(true);")
    check(wait_for(browser, "holdfast.state.time > 0.05", 30), f"{words}: it plays")
    browser.click("#play")
    time.sleep(0.4)
    stopped = browser.run("return holdfast.state.time")
    time.sleep(0.3)
    check(browser.run("return holdfast.state.time") == stopped, f"{words}: it pauses")
    step, before = browser.run("return holdfast.app.live.frame.step"), ask(browser, "return holdfast.text('hash')")
    browser.click("#forth")
    wait_for(browser, f"holdfast.app.live.frame.step == {step + 1}")
    check(browser.run("return holdfast.app.live.frame.step") == step + 1, f"{words}: one step")
    browser.click("#back")
    wait_for(browser, f"holdfast.app.live.frame.step == {step}")
    check(ask(browser, "return holdfast.text('hash')") == before, f"{words}: and back: the same bits")
    browser.click("#view")
    browser.type(["\ue011"]) # Home
    check(wait_for(browser, "holdfast.state.time == 0"), f"{words}: Home goes to the beginning")


def check_friction(browser, words):
    """On a slope of 20° the block holds while mu > tan 20° = 0.36397, and slides below, by g (sin - mu cos)."""
    ask(browser, "await holdfast.open('incline:angle=20,mu=1'); await holdfast.command('step 10');")
    where = lambda: ask(browser, "const b = JSON.parse(await holdfast.text('body 1')); return [b.position, b.velocity]")
    put(browser, "set-friction", 0.368)
    start = where()[0]
    ask(browser, "await holdfast.command('step 200')")
    check(math.dist(where()[0], start) < 1e-8, f"{words}: it holds at mu = 0.368")
    put(browser, "set-friction", 0.36)
    check(browser.run("return document.getElementById('friction-value').textContent") == "0.360", f"{words}: the slider says so")
    ask(browser, "await holdfast.command('step 250')") # 0.5 s
    speed, angle = math.hypot(*where()[1]), math.radians(20)
    law = 0.5 * 9.81 * (math.sin(angle) - 0.36 * math.cos(angle))
    check(abs(speed - law) < 1e-6, f"{words}: below tan 20° it slides: {speed} m/s, by the law {law}")
    counts = browser.run("holdfast.redraw(); return holdfast.counts")
    check(counts["slip"] == 4, f"{words}: its contacts slip: {counts}")
    browser.run("holdfast.show('cones', true); holdfast.redraw();")
    drawn = browser.run("return holdfast.drawn()")
    check(drawn["cones"] == 4 and drawn["pushes"] > 0, f"{words}: cones are drawn: {drawn}")
    browser.run("holdfast.show('cones', false); holdfast.show('normal', false); holdfast.redraw();")
    drawn = browser.run("return holdfast.drawn()")
    check(drawn["cones"] == 0 and drawn["pushes"] == 0, f"{words}: and gone: {drawn}")
    browser.run("holdfast.show('normal', true)")
    put(browser, "set-solver", "mfb+enum", "change")
    time.sleep(0.3)
    ask(browser, "await holdfast.command('step 5')")
    check("mfb+enum" in browser.run("return document.getElementById('subtitle').textContent") and browser.run("return holdfast.app.live.frame.quality") == 0, f"{words}: another solver goes on: {message(browser)}")


def check_drag(browser, words):
    """A block that hangs on the hand's spring comes to rest m g / k below the hand; the mouse takes it by a real drag."""
    ask(browser, "await holdfast.open('incline:angle=0,mu=0.5'); await holdfast.command('step 5'); holdfast.redraw();")
    at = ask(browser, "const b = JSON.parse(await holdfast.text('body 1')); return b.position")
    k, mass = ask(browser, f"holdfast.hold(holdfast.app.scene.about.bodies[1].name, {at}); const g = holdfast.app.grip; holdfast.pullTo([{at[0]}, {at[1]}, {at[2]} + 0.5]); return [g.stiffness, holdfast.app.info.bodies[1].mass]")
    ask(browser, "await holdfast.command('step 1500')")
    now = ask(browser, "const b = JSON.parse(await holdfast.text('body 1')); return b.position")
    check(abs(now[2] - (at[2] + 0.5 - mass * 9.81 / k)) < 1e-3, f"{words}: it hangs at {now[2]}, by the law {at[2] + 0.5 - mass * 9.81 / k}")
    ask(browser, "holdfast.letGo(); await holdfast.command('step 1000'); holdfast.redraw();")
    down = ask(browser, "const b = JSON.parse(await holdfast.text('body 1')); return b.position")
    check(abs(down[2] - at[2]) < 1e-3, f"{words}: let go, it lies again: {down}")
    x, y = browser.run(f"return holdfast.screen({down})")
    browser.run("holdfast.play(true)")
    browser.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "p", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}, {"type": "pointerDown", "button": 0},
        {"type": "pointerMove", "x": int(x), "y": int(y) - 90, "duration": 100}, {"type": "pause", "duration": 900}]}]})
    held = browser.run("return holdfast.app.grip !== null")
    lifted = ask(browser, "const b = JSON.parse(await holdfast.text('body 1')); return b.position[2]")
    browser.ask("DELETE", "/actions")
    check(held and lifted > down[2] + 0.02, f"{words}: the mouse lifts it: {down[2]} to {lifted}")
    check(wait_for(browser, "holdfast.app.grip === null"), f"{words}: and lets go")
    browser.run("holdfast.play(false)")


def check_machines(browser, words):
    """A scripted hand feeds three blocks, and a jack holds its load when it is let go."""
    ask(browser, "await holdfast.open('feeder:torque=0.01'); holdfast.redraw();")
    fed = ask(browser, """
        const names = holdfast.app.scene.about.bodies.map((b) => b.name), z = () => names.map((n, k) => { const p = [0, 0, 0]; holdfast.app.moment().pose(k, p, [1, 0, 0, 0]); return p; });
        const first = z(), pusher = names.findIndex((n) => /push|slide|ram/i.test(n));
        if (pusher < 0) return ["no pusher among " + names];
        holdfast.app.strength = 300;
        holdfast.hold(names[pusher], first[pusher]);
        for (let stroke = 0; stroke < 8; stroke++) for (const part of [0.12, -0.12]) {
          const p = z()[pusher];
          holdfast.pullTo([first[pusher][0] + part, p[1], p[2]]);
          if (!await holdfast.command("step 400")) break;
        }
        holdfast.letGo();
        const last = z();
        return [names[pusher], names.filter((n, k) => /block/i.test(n) && Math.hypot(last[k][0] - first[k][0]) > 0.05).length, names.join(" ")];""")
    check(len(fed) > 1 and fed[1] >= 3, f"{words}: a hand at the pusher feeds blocks: {fed}")
    ask(browser, "await holdfast.open('jack:hand=1'); await holdfast.command('step 300'); holdfast.redraw();")
    load = ask(browser, """
        const names = holdfast.app.scene.about.bodies.map((b) => b.name), pose = (k) => { const p = [0, 0, 0]; holdfast.app.moment().pose(k, p, [1, 0, 0, 0]); return p; };
        const load = names.indexOf("load"), lever = names.indexOf("lever"), z0 = pose(load)[2], at = pose(lever), end = [at[0] + 0.3, at[1], at[2]];
        holdfast.app.strength = 1000;
        holdfast.hold("lever", end);
        for (let stroke = 0; stroke < 4; stroke++) for (const part of [-0.09, 0.09]) { holdfast.pullTo([end[0], end[1], end[2] + part]); if (!await holdfast.command("step 600")) break; }
        holdfast.letGo();
        await holdfast.command("step 500");
        const held = pose(load)[2];
        await holdfast.command("step 2000");
        return [z0, held, pose(load)[2]];""")
    check(load[1] > load[0] + 0.03, f"{words}: a hand at the lever lifts the jack's load: {load}")
    check(abs(load[2] - load[1]) < 1e-4, f"{words}: let go, friction holds it: {load}")
    print(f"{words}: feeder {fed[:2]}, jack's load from {load[0]} to {load[1:]}")


def check_downloads(browser, words, tool, folder, problem):
    ask(browser, "await holdfast.open('towers:n=4'); await holdfast.command('step 30');")
    for kind in ["page", "glb", "scene"] + (["problem"] if problem else []):
        data = ask(browser, f"return await holdfast.file('{kind}')")
        check(data is not None and len(data) > 200, f"{words}: {kind} is handed over: {message(browser)}")
        if data is None:
            continue
        path = os.path.join(folder, {"page": "r.html", "glb": "r.glb", "scene": "r.xml", "problem": "p.hdf5"}[kind])
        with open(path, "wb") as file:
            file.write(bytes(data))
        if kind == "problem":
            done = subprocess.run([tool, "solve", path], capture_output=True, text=True)
            check(done.returncode == 0, f"{words}: holdfast solve solves the problem: {done.stdout}{done.stderr}")
        if kind == "scene":
            done = subprocess.run([tool, "run", path, "--duration", "0.02"], capture_output=True, text=True)
            check(done.returncode == 0, f"{words}: holdfast run runs the scene: {done.stderr}")


def check_trouble(browser, words):
    """A step that is not certified pauses and says so; a file that is no scene is refused."""
    ask(browser, "await holdfast.open('towers:n=4'); holdfast.play(true);")
    put(browser, "set-tolerance", "1e-30", "change")
    check(wait_for(browser, "!holdfast.state.playing && !document.getElementById('message').hidden", 30), f"{words}: a step that is not certified pauses")
    check("approximate" in message(browser) or "failed" in message(browser), f"{words}: and says so: {message(browser)}")
    put(browser, "set-tolerance", "1e-9", "change")
    drop = "const d = new DataTransfer(); d.items.add(new File([{}], '{}')); window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: d, cancelable: true }}));"
    browser.run(drop.format("'hello'", "letter.txt"))
    check(wait_for(browser, "!document.getElementById('message').hidden && /no scene|holdfast view/.test(document.getElementById('message').textContent)"), f"{words}: a file that is no scene is said: {message(browser)}")
    if words == "wasm":
        browser.run(drop.format("'<mujoco><worldbody>'", "broken.xml"))
        check(wait_for(browser, "/malformed XML/.test(document.getElementById('message').textContent)"), f"{words}: a broken scene is said: {message(browser)}")
        scene = "<mujoco><worldbody><geom type=\\'plane\\' size=\\'1 1 1\\'/><body pos=\\'0 0 1\\'><freejoint/><geom size=\\'.1\\'/></body></worldbody></mujoco>"
        browser.run(drop.format(f"'{scene}'", "ball.xml"))
        check(wait_for(browser, "/ball.xml is open/.test(document.getElementById('message').textContent)"), f"{words}: a scene that is dropped opens: {message(browser)}")


def rate(browser, scene):
    """Frames a second and the time of a step in the page."""
    ask(browser, f"await holdfast.open('{scene}'); holdfast.play(true);")
    time.sleep(1)
    begin = browser.run("return [performance.now(), holdfast.state.drawn, holdfast.state.time, holdfast.app.live.serial]")
    time.sleep(3)
    end = browser.run("return [performance.now(), holdfast.state.drawn, holdfast.state.time, holdfast.app.live.serial, holdfast.app.live.rate, holdfast.app.live.frame.bytes]")
    browser.run("holdfast.play(false)")
    span = (end[0] - begin[0]) / 1000
    return f"{scene}: {(end[1] - begin[1]) / span:.0f} pictures a second, {(end[2] - begin[2]) / span:.2f} × real time, {end[4] / 1e6:.2f} MB/s"


def latency(browser):
    """Milliseconds from a drag to the first frame that shows its effect, the longest of ten."""
    return ask(browser, """
        await holdfast.open("incline:angle=0,mu=0"); await holdfast.command("step 5"); await holdfast.command("set gravity 0 0 0");
        const p = JSON.parse(await holdfast.text("body 1")).position, name = holdfast.app.scene.about.bodies[1].name, times = [];
        holdfast.hold(name, p); holdfast.play(true);
        for (let k = 0; k < 10; k++) {
          await new Promise((r) => setTimeout(r, 60));
          const x = holdfast.pose(name).position[2], began = performance.now();
          holdfast.pullTo([p[0], p[1], p[2] + (k % 2 ? 0 : 5)]);
          const v = x; let last = x, before = null;
          while (performance.now() - began < 2000) { // the force shows as a change of the velocity
            await new Promise((r) => requestAnimationFrame(r));
            const now = holdfast.pose(name).position[2];
            if (now !== last) { const step = now - last; if (before !== null && Math.sign(step) === (k % 2 ? -1 : 1)) break; before = step; last = now; }
            void v;
          }
          times.push(performance.now() - began);
        }
        holdfast.letGo(); holdfast.play(false);
        return times.sort((a, b) => a - b);""")


class View:
    def __init__(self, tool, scene, port=0):
        self.process = subprocess.Popen([tool, "view", scene, "--token", TOKEN, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.port = int(re.search(r":(\d+)/", self.url).group(1)) if self.url else 0

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def check_all(browser, words, tool, folder):
    check_kinds(browser, words)
    check_time(browser, words)
    check_friction(browser, words)
    check_drag(browser, words)
    check_downloads(browser, words, tool, folder, words == "socket")
    check_trouble(browser, words)


def main():
    tool, wasm = sys.argv[1], sys.argv[2]
    gallery = sys.argv[3] if len(sys.argv) > 3 else None
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not chromium or not driver:
        print("skipped: Chromium or its driver is missing (packages chromium, chromium-driver)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        browser, view = Browser(chromium, driver, os.path.join(folder, "profile"), 900, 640), None
        try:
            view = View(tool, "towers:n=3")
            if view.url and ready(browser, view.url + "#still", "socket"):
                check_all(browser, "socket", tool, folder)
                # A server that ends and comes again.
                port = view.port
                view.end()
                check(wait_for(browser, "/gone/.test(document.getElementById('message').textContent)", 20), "a server that ends is said: " + message(browser))
                view = View(tool, "towers:n=3", port)
                check(wait_for(browser, "/Connected again/.test(document.getElementById('message').textContent)", 20), "it comes again: " + message(browser))
                check(ask(browser, "return await holdfast.command('step 3')") and browser.run("return holdfast.app.live.frame.step") == 3, "and goes on")
                if "--rates" in sys.argv:
                    print("socket: drag to effect, ms:", [round(t) for t in latency(browser)])
                    for scene in ("box_wall", "hair:n=300"):
                        print("socket:", rate(browser, scene))
            elif not view.url:
                print("no socket:", view.process.stderr.read().strip())
            if os.path.exists(os.path.join(wasm, "holdfast-module.js")):
                shutil.copy(os.path.join(wasm, "holdfast-module.js"), folder)
                subprocess.run([tool, "view", "towers:n=3", "--write", os.path.join(folder, "live.html")], check=True)
                if ready(browser, "file://" + os.path.join(folder, "live.html") + "#still", "wasm"):
                    check_all(browser, "wasm", tool, folder)
                    check_machines(browser, "wasm")
                    if "--rates" in sys.argv:
                        for scene in ("feeder", "jack", "card_house:levels=10", "rocks:n=50"):
                            print("wasm:", rate(browser, scene))
            else:
                print("no module (make wasm): the page with the library inside is not tested")
            if gallery and os.path.exists(os.path.join(gallery, "index.html")):
                browser.open("file://" + os.path.join(os.path.abspath(gallery), "index.html"))
                cards = browser.run("return [...document.querySelectorAll('a.card')].map((a) => a.href)")
                check(len(cards) >= 50, f"the gallery has cards: {len(cards)}")
                check(browser.run("return [...document.querySelectorAll('a.card img')].slice(0, 6).every((i) => i.complete && i.naturalWidth > 0)"), "with pictures")
                ready(browser, cards[0], "gallery")
                check(wait_for(browser, "holdfast.state.time > 0.02", 30), "a page of the gallery plays")
            for entry in browser.log("browser"):
                check(entry["level"] != "SEVERE" or "WebSocket" in entry["message"] or "ERR_CONNECTION" in entry["message"], "the console says: " + entry["message"])
        finally:
            browser.close()
            if view:
                view.end()
    if page.failures:
        sys.exit(f"{len(page.failures)} checks failed")
    print("all well")


if __name__ == "__main__":
    main()

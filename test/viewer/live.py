#!/usr/bin/env python3
"""The live page in headless Chromium, from both of its sources: the library as WebAssembly inside the page, and a socket to holdfast view.

    live.py TOOL WASM_FOLDER [GALLERY_FOLDER]

Exits 77 (skipped) where Chromium, its driver or the module (make wasm) is missing.
"""
import base64
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
from asks import check_asks
from hands import ask, check_hands, check_spring
from layout import check_layout, check_live_view, check_view
from margins import check_margins
from page import Browser, check, wait_for
from saved import check_replay, check_saved

TOKEN = "a-token-for-the-test"


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


KINDS = ("towers:n=3", "jack", "fibre_slope", "grasp", "rocks:n=5", "net", "isotropy") # rigid and planar bodies, fibres, links, hulls, loops, discs on a plane
TEXTURED = """<mujoco><asset><texture name='squares' type='2d' builtin='checker' rgb1='.2 .3 .4' rgb2='.7 .75 .8'/><texture name='shade' type='cube' builtin='gradient' rgb1='.9 .5 .1' rgb2='.1 .1 .5'/>
<material name='floor' texture='squares' texrepeat='2 2' texuniform='true'/><material name='die' texture='shade'/></asset><worldbody><geom type='plane' size='0 0 1' material='floor'/>
<camera name='front' pos='0 -2 1' xyaxes='1 0 0 0 .3 1'/><camera name='watch' pos='1 -1 1' mode='targetbody' target='ball'/>
<body name='die' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' material='die'/></body>
<body name='ball' pos='.4 0 .1'><freejoint/><geom size='.1' condim='6' friction='1 .02 .02' material='die'/></body></worldbody></mujoco>"""
FILES = {"textured.xml": TEXTURED, "slope.urdf": "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial><visual><geometry><box size='.2 .2 .2'/></geometry></visual></link></robot>"}


def scene_files(folder):
    """Files of each kind: MJCF with textures and cameras, one with a height field, URDF, a drawing."""
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    scenes = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scenes")
    return [os.path.join(folder, name) for name in FILES] + [os.path.join(scenes, name) for name in ("terrain.xml", "seesaw.svg")]


def check_file(browser, words, name):
    """What a file describes moves, certified."""
    ask(browser, "await holdfast.command('step 20'); holdfast.redraw();")
    frame = browser.run("const f = holdfast.app.live.frame; return [f.step, f.quality, f.residual, f.tolerance]")
    check(frame[0] == 20 and frame[1] == 0, f"{words}: {name} steps, certified: {frame}")


def check_looks(browser, words):
    """Of textured.xml: textures are on what is drawn, both cameras can be looked through, a rolling ball has its moment."""
    maps = browser.run("let n = 0; holdfast.app.stage.scene.traverse((o) => { if (o.material && o.material.map) n++; }); return n")
    check(maps >= 3, f"{words}: floor, box and ball have textures: {maps}")
    ask(browser, "const b = holdfast.app.info.bodies[2]; await holdfast.command(`push ${b.id} 0 0 .1 ${0.3 * b.mass} 0 0`); await holdfast.command('step 20'); holdfast.redraw();")
    drawn = browser.run("return holdfast.drawn()")
    check(drawn["moments"] > 0, f"{words}: the moment of rolling friction is drawn: {drawn}")
    browser.click("#view")
    browser.type(["]", "]"])
    browser.run("holdfast.redraw()")
    eye, ball = browser.run("return [holdfast.camera.view.position.toArray(), holdfast.screen(holdfast.pose('ball').position)]")
    check(math.dist(eye, [1, -1, 1]) < 1e-6, f"{words}: the second camera is looked through: {eye}")
    middle = browser.run("const f = holdfast.app.free; return [(f.left + f.right) / 2, (f.top + f.bottom) / 2]")
    check(math.dist(ball, middle) < 2, f"{words}: it looks at the ball: {ball}, {middle}")
    browser.type(["r"])
    check(browser.run("holdfast.redraw(); return holdfast.camera.through === null"), f"{words}: R leaves it")


def check_kinds(browser, words):
    """A scene of each kind moves, and is drawn."""
    for scene in KINDS:
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


def check_first_minute(browser, words):
    """Many steps do not block; the residuals of a solve are drawn at the first click; scenes are found by a word; what was chosen is remembered."""
    ask(browser, "await holdfast.open('towers:n=3'); await holdfast.command('step 60');")
    browser.run("document.getElementById('iterations').click()")
    check(wait_for(browser, "document.getElementById('iteration-words').textContent !== ''"), f"{words}: residuals come")
    inked = browser.run("const c = document.getElementById('iteration-plot'), d = c.width > 0 ? c.getContext('2d').getImageData(0, 0, c.width, c.height).data : []; let n = 0; for (let k = 3; k < d.length; k += 4) n += d[k] > 0; return [c.width, c.height, n]")
    check(inked[0] > 300 and inked[1] > 100 and inked[2] > 300, f"{words}: they are drawn at the first click: {inked}")
    browser.run("window.walked = null; void holdfast.command('step 1000000').then((well) => { walked = well; });")
    check(wait_for(browser, "holdfast.app.live.frame.step > 200", 30), f"{words}: pictures come while a million steps are made")
    browser.run("holdfast.play(false)")
    check(wait_for(browser, "walked !== null", 10), f"{words}: and they are ended")
    check(ask(browser, "return await holdfast.command('reset')") and browser.run("return holdfast.app.live.frame.step") == 0, f"{words}: the page goes on")
    browser.run("holdfast.app.panels.scenes()")
    check(wait_for(browser, "document.getElementById('scene-list').open"), f"{words}: the list of scenes")
    put(browser, "scene-search", "house cards")
    left = browser.run("return [...document.querySelectorAll('#scene-cards > button')].filter((c) => !c.hidden).map((c) => c.querySelector('b').textContent)")
    check(set(left) == {"card_house", "cards_2d"}, f"{words}: scenes of two words: {left}")
    browser.run("document.getElementById('scene-list').close()")
    before = browser.run("return holdfast.state.show.cones")
    browser.run("document.getElementById('show-cones').click()")
    browser.ask("POST", "/refresh", {})
    wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60)
    check(browser.run("return holdfast.state.show.cones") != before, f"{words}: a page that is opened again shows what was chosen")
    browser.run("document.getElementById('show-cones').click()")


def check_pictures(browser, words):
    """Behind a socket a second page makes the pictures of the scenes that are looked at; the scene of the first goes on as it was, and the second goes with the list."""
    ask(browser, "await holdfast.open('towers:n=3'); await holdfast.command('step 5');")
    before = ask(browser, "return holdfast.text('hash')")
    browser.click("#scenes")
    wait_for(browser, "document.getElementById('scene-list').open")
    drawn = "[...document.querySelectorAll('#scene-cards img')].filter((i) => i.src.startsWith('data:image/webp') && i.naturalWidth > 100)"
    seen = browser.run("const l = document.getElementById('scene-list').getBoundingClientRect(); return [...document.querySelectorAll('#scene-cards img')].filter((i) => { const b = i.getBoundingClientRect(); return b.top < l.bottom && b.bottom > l.top; }).length")
    check(seen >= 6, f"{words}: scenes are seen in the list: {seen}")
    check(wait_for(browser, f"{drawn}.length >= {seen}", 60), f"{words}: each has a picture: {browser.run(f'return {drawn}.length')} of {seen}")
    kinds = browser.run(f"return new Set({drawn}.map((i) => i.src)).size")
    check(kinds >= seen, f"{words}: all of them differ: {kinds}")
    check(browser.run("return document.querySelectorAll('#scene-cards h3').length") >= 6, f"{words}: scenes are in groups")
    browser.run("document.getElementById('scene-list').close()")
    check(wait_for(browser, "!document.querySelector('iframe')", 5), f"{words}: the second page is gone")
    check(ask(browser, "return holdfast.text('hash')") == before, f"{words}: the scene is as it was")


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
    k, mass = ask(browser, f"holdfast.hold(holdfast.app.scene.about.bodies[1].name, {at}); const g = holdfast.app.hand.grip; holdfast.pullTo([{at[0]}, {at[1]}, {at[2]} + 0.5]); return [g.stiffness, holdfast.app.info.bodies[1].mass]")
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
    held = browser.run("return holdfast.app.hand.grip !== null")
    lifted = ask(browser, "const b = JSON.parse(await holdfast.text('body 1')); return b.position[2]")
    browser.ask("DELETE", "/actions")
    check(held and lifted > down[2] + 0.02, f"{words}: the mouse lifts it: {down[2]} to {lifted}")
    check(wait_for(browser, "holdfast.app.hand.grip === null"), f"{words}: and lets go")
    browser.run("holdfast.play(false)")


def check_trouble(browser, words):
    """A step that is not certified pauses and says so; a file that is no scene is refused."""
    ask(browser, "await holdfast.open('dominoes'); holdfast.play(true);")
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
        for name in ("ball.xml", "a second ball.xml"):
            browser.run(drop.format(f"'{scene}'", name))
            check(wait_for(browser, f"document.getElementById('message').textContent === '{name} is open.'"), f"{words}: a scene that is dropped opens: {message(browser)}")


class View:
    def __init__(self, tool, scene, port=0):
        self.process = subprocess.Popen([tool, "view", scene, "--token", TOKEN, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.port = int(re.search(r":(\d+)/", self.url).group(1)) if self.url else 0

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def check_files_of_socket(browser, tool, folder):
    """holdfast view of each file, and of a recording."""
    for path in scene_files(folder):
        view, name = View(tool, path), os.path.basename(path)
        if view.url and ready(browser, view.url + "#still", "socket: " + name):
            check_file(browser, "socket", name)
            if name == "textured.xml":
                check_looks(browser, "socket")
        view.end()
    recording = os.path.join(folder, "run.hdf5")
    subprocess.run([tool, "run", "dominoes", "--duration", "0.2", "--record", recording], check=True, stdout=subprocess.DEVNULL)
    view = View(tool, recording)
    if view.url and ready(browser, view.url + "#still", "a recording behind a server"):
        check(browser.run("return holdfast.state.frames") > 10, "it has frames")
    view.end()


def check_files_of_wasm(browser, folder):
    """Each file dropped on the page, and one of a gigabyte."""
    for path in scene_files(folder):
        name = os.path.basename(path)
        with open(path, "rb") as file:
            text = base64.b64encode(file.read()).decode()
        browser.run(f"const d = new DataTransfer(); d.items.add(new File([Uint8Array.from(atob('{text}'), (c) => c.charCodeAt(0))], '{name}')); window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: d, cancelable: true }}));")
        check(wait_for(browser, f"/{name} is open/.test(document.getElementById('message').textContent)"), f"wasm: {name} opens: {message(browser)}")
        check_file(browser, "wasm", name)
        if name == "textured.xml":
            check_looks(browser, "wasm")
    browser.run("const part = new Blob([new Uint8Array(1 << 20)]), d = new DataTransfer(); d.items.add(new File(Array(1024).fill(part), 'huge.xml')); window.dispatchEvent(new DragEvent('drop', { dataTransfer: d, cancelable: true }));")
    check(wait_for(browser, "/1024 MB are too much/.test(document.getElementById('message').textContent)"), f"wasm: a model of 1 GB is said: {message(browser)}")
    check(ask(browser, "return await holdfast.command('step 1')"), "wasm: and the page lives on")


def check_recordings(browser, tool, folder):
    """A recording of each kind: it plays, pauses, goes a frame on and back."""
    for scene in list(KINDS) + scene_files(folder):
        page_file = os.path.join(folder, "recording.html")
        subprocess.run([tool, "run", scene, "--duration", "0.3", "--html", page_file], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        words = "recording of " + os.path.basename(scene)
        if not ready(browser, "file://" + page_file + "#still", words):
            continue
        browser.run("holdfast.play(true)")
        check(wait_for(browser, "holdfast.state.frame > 1"), f"{words}: it plays")
        browser.run("holdfast.play(false)")
        frame = browser.run("return holdfast.state.frame")
        browser.click("#forth")
        browser.click("#back")
        check(browser.run("return holdfast.state.frame") in (frame, frame - 1), f"{words}: a frame on and back")
        shots = [browser.run(f"holdfast.seekFrame({at}); holdfast.redraw(); return document.getElementById('view').toDataURL()") for at in ("0", "holdfast.state.frames - 1")]
        check(shots[0] != shots[1], f"{words}: it is drawn, and moves")


def check_all(browser, words, tool, folder):
    check_kinds(browser, words)
    check_time(browser, words)
    check_friction(browser, words)
    check_drag(browser, words)
    check_margins(browser, words)
    check_spring(browser, words)
    check_saved(browser, words, tool, os.path.join(folder, "saved-" + words))
    check_first_minute(browser, words)
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
                check_pictures(browser, "socket")
                check_replay(browser, os.path.join(folder, "saved-socket", "r.html"), "socket")
                check_files_of_socket(browser, tool, folder)
                ready(browser, view.url + "#still", "socket, again")
                # A server that ends and comes again.
                port = view.port
                view.end()
                check(wait_for(browser, "/gone/.test(document.getElementById('message').textContent)", 20), "a server that ends is said: " + message(browser))
                view = View(tool, "towers:n=3", port)
                check(wait_for(browser, "/Connected again/.test(document.getElementById('message').textContent)", 20), "it comes again: " + message(browser))
                check(ask(browser, "return await holdfast.command('step 3')") and browser.run("return holdfast.app.live.frame.step") == 3, "and goes on")
            elif not view.url:
                print("no socket:", view.process.stderr.read().strip())
            if os.path.exists(os.path.join(wasm, "holdfast-module.js")):
                shutil.copy(os.path.join(wasm, "holdfast-module.js"), folder)
                subprocess.run([tool, "view", "towers:n=3", "--write", os.path.join(folder, "live.html")], check=True)
                if ready(browser, "file://" + os.path.join(folder, "live.html") + "#still", "wasm"):
                    check_all(browser, "wasm", tool, folder)
                    check_layout(browser, "wasm")
                    check_live_view(browser)
                    check_asks(browser, "wasm")
                    check_hands(browser, "wasm")
                    check_files_of_wasm(browser, folder)
            else:
                print("no module (make wasm): the page with the library inside is not tested")
            check_recordings(browser, tool, folder)
            check_view(browser, tool, folder)
            if gallery and os.path.exists(os.path.join(gallery, "index.html")):
                browser.open("file://" + os.path.join(os.path.abspath(gallery), "index.html"))
                cards = browser.run("return [...document.querySelectorAll('a.card')].map((a) => a.href)")
                check(len(cards) >= 50, f"the gallery has cards: {len(cards)}")
                check(browser.run("return [...document.querySelectorAll('a.card img')].slice(0, 6).every((i) => i.complete && i.naturalWidth > 0)"), "with pictures")
                check(wait_for(browser, "document.querySelector('#hero iframe')", 10), "the front page begins its scene by itself")
                browser.ask("POST", "/frame", {"id": 0})
                check(wait_for(browser, "window.holdfast && holdfast.state.ready && holdfast.state.time > 0.02", 60), "the front page has a live scene")
                browser.ask("POST", "/frame", {"id": None})
                check(len(set(cards)) == len(cards) == len([f for f in os.listdir(os.path.join(gallery, "thumbs")) if f != "hero.webp" and not f.startswith("why-")]), "each with a picture")
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

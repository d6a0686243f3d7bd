"""What the page tells of plots, contacts and bodies, by mouse and by finger, with every setting as it comes. Used by live.py; alone: asks.py TOOL WASM."""
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

import page
from hands import ask, move
from page import Browser, check, wait_for

CART = """<mujoco><option timestep='.001'/><worldbody><geom name='floor' type='plane' size='0 0 1' friction='.4'/>
<body name='cart' pos='0 0 .2'><joint name='rail' type='slide' axis='1 0 0'/><geom name='hull' type='box' size='.1 .1 .05'/>
<body name='pole' pos='0 0 .1'><joint name='pivot' type='hinge' axis='0 1 0'/><geom name='rod' type='capsule' size='.02' fromto='0 0 0 .2 0 .3'/></body></body>
<body name='block' pos='.5 0 .05'><freejoint/><geom name='brick' type='box' size='.05 .05 .05' friction='.4'/></body></worldbody>
<actuator><motor name='push' joint='rail' ctrlrange='-5 5'/></actuator><sensor><jointpos name='angle' joint='pivot'/></sensor></mujoco>"""


def place_of(browser, selector):
    """The middle and the size of an element, which is brought to where it can be seen."""
    x, y, w, h = browser.run(f"const e = document.querySelector(\"{selector}\"); e.scrollIntoView({{ block: 'center' }}); const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
    return x, y, w, h


def tap(browser, x, y, kind):
    move(browser, x, y, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}, kind=kind)
    browser.ask("DELETE", "/actions")


def press(browser, selector, kind="mouse"):
    x, y, w, h = place_of(browser, selector)
    tap(browser, x + w / 2, y + h / 2, kind)
    time.sleep(0.2)  # a finger's click comes a moment later


def chips(browser, plot):
    """Labels and values of a plot's legend."""
    return [tuple(c) for c in browser.run(f"return [...document.getElementById('plot-{plot}').closest('.plot').querySelectorAll('.chip')].map((c) => [c.childNodes[1].textContent, c.querySelector('b').textContent])")]


def find_signal(browser, name):
    return browser.run(f"return 'signal' + holdfast.app.scene.about.signals.findIndex(([n]) => n === '{name}')")


def check_plots(browser, words, kind):
    """Joint, control and sensor are plotted by a click each; legend, axes, values under the pointer, zoom, and a second run behind the first."""
    ask(browser, "holdfast.app.live.source.write('/files/cart.xml', new TextEncoder().encode(arguments_0)); await holdfast.open('/files/cart.xml');".replace("arguments_0", repr(CART)))
    if not browser.run("return document.getElementById('card-plots').open"):
        press(browser, "#card-plots summary", kind)
    wait_for(browser, "[...document.querySelectorAll('#plot-list .number')].some((r) => r.firstChild.textContent === 'rail.q')")  # not those of the scene before
    rows = browser.run("return [...document.querySelectorAll('#plot-list .number')].map((r) => r.firstChild.textContent)")
    check({"rail.q", "pivot.v", "push.ctrl", "push.force", "angle"} <= set(rows), f"{words}: all signals are listed: {rows}")
    for name in ("pivot.q", "angle", "push.ctrl"):
        at = browser.run(f"return [...document.querySelectorAll('#plot-list .number')].findIndex((r) => r.firstChild.textContent === '{name}')")
        browser.run(f"[...document.querySelectorAll('#plot-list .number')][{at}].id = 'wanted'")
        press(browser, "#wanted", kind)
        check(wait_for(browser, f"document.getElementById('plot-{find_signal(browser, name)}') !== null", 5), f"{words}: a click plots {name}")
        browser.run("document.querySelector('#wanted')?.removeAttribute('id')")
    ask(browser, "await holdfast.command('control 0 2.5'); for (let k = 0; k < 40; k++) await holdfast.command('step 5'); holdfast.redraw();")
    for name in ("pivot.q", "angle", "push.ctrl"):
        plot = find_signal(browser, name)
        place_of(browser, f"#plot-{plot}")
        browser.run("holdfast.app.worded = 0; holdfast.redraw()")
        inked = browser.run(f"const c = document.querySelector('#plot-{plot} canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0; for (let k = 3; k < d.length; k += 4) n += d[k] > 0; return n")
        check(inked > 500, f"{words}: {name} is drawn: {inked}")
        text = browser.run(f"return document.getElementById('plot-{plot}').closest('.plot').querySelector('h2').textContent")
        check(name in text and ("rad" in text) == (name == "pivot.q"), f"{words}: name and unit: {text}")
    control = float(chips(browser, find_signal(browser, "push.ctrl"))[0][1])
    q, sensor = (float(chips(browser, find_signal(browser, name))[0][1]) for name in ("pivot.q", "angle"))
    real = browser.run("return holdfast.app.live.frame.q[1]")
    check(control == 2.5, f"{words}: the control has 2.5: {control}")
    check(abs(q - real) < 0.006 * abs(real) and q == sensor, f"{words}: the joint's angle {q} is its sensor's {sensor}, and the scene's {real}")
    # the value under the pointer is that of the time there
    over = f"#plot-{find_signal(browser, 'pivot.q')} .u-over"
    x, y, w, h = place_of(browser, over)
    if kind == "mouse":
        move(browser, x + w / 2, y + h / 2)
        t = browser.run("return holdfast.app.charts.log.times.length")
        half = browser.run("const l = holdfast.app.charts.log, m = (l.times[0] + l.times[l.times.length - 1]) / 2; let k = 0; while (l.times[k] < m) k++; return l.columns['%s'][k]" % find_signal(browser, "pivot.q"))
        shown = float(chips(browser, find_signal(browser, "pivot.q"))[0][1])
        check(abs(shown - half) < 0.15 * abs(half) + 1e-4 and abs(shown - real) > 0.2 * abs(real), f"{words}: under the pointer {shown}, by the log {half} of {t}")
    # a drag zooms all plots, two clicks show all again
    move(browser, x + 0.25 * w, y + h / 2, {"type": "pointerDown", "button": 0}, {"type": "pointerMove", "x": round(x + 0.5 * w), "y": round(y + h / 2), "duration": 60}, {"type": "pointerUp", "button": 0}, kind=kind)
    browser.ask("DELETE", "/actions")
    zoom = browser.run("return holdfast.app.charts.zoom")
    check(zoom is not None and abs(zoom[0] - 0.05) < 0.01 and abs(zoom[1] - 0.1) < 0.01, f"{words}: a drag looks at a quarter of 0.2 s: {zoom}")
    browser.run(f"document.querySelector('{over}').closest('.plot').querySelector('[title^=All]').click()")
    check(browser.run("return holdfast.app.charts.zoom") is None, f"{words}: and all of it again")
    # another run with another control lies behind
    browser.click("#restart")
    check(wait_for(browser, "holdfast.state.time === 0"), f"{words}: from the beginning")
    ask(browser, "await holdfast.command('control 0 -2.5'); for (let k = 0; k < 20; k++) await holdfast.command('step 5'); holdfast.redraw();")
    place_of(browser, f"#plot-{find_signal(browser, 'push.ctrl')}")
    browser.run("holdfast.app.worded = 0; holdfast.redraw()")
    legend = chips(browser, find_signal(browser, "push.ctrl"))
    check(len(legend) == 2 and float(legend[0][1]) == -2.5 and float(legend[1][1]) == 2.5 and "run 1" in legend[1][0], f"{words}: two runs in one plot: {legend}")
    browser.run("document.getElementById('forget-runs').click(); document.querySelectorAll('.plot [title=Close]').forEach((b) => b.click())")


def check_contact(browser, words, kind):
    """A contact under the pointer says what it is; a click opens its card, with shapes, friction, sliding and history; the block pushed at 1 m/s slides by mu g."""
    ask(browser, "await holdfast.open('/files/cart.xml'); await holdfast.command('step 5'); holdfast.redraw();")
    browser.run("document.querySelectorAll('#panel details').forEach((d) => { d.open = d.open && d.id !== 'card-plots'; })")
    contacts = browser.run("return holdfast.contacts()")
    check(len(contacts) == 4, f"{words}: the block has four contacts: {len(contacts)}")
    x, y = browser.run(f"return holdfast.screen({contacts[0]['point']})")
    if kind == "mouse":
        move(browser, x, y)
        check(wait_for(browser, "!document.getElementById('hover').hidden"), f"{words}: a contact under the pointer says something")
        said = browser.run("return document.getElementById('hover').textContent")
        check("block (brick)" in said and "world (floor)" in said and "sticks" in said, f"{words}: what it is: {said}")
    tap(browser, x, y, kind)
    check(wait_for(browser, "!document.getElementById('card-contact').hidden"), f"{words}: a click opens its card")
    rows = lambda: dict(browser.run("return [...document.querySelectorAll('#contact-numbers > *')].map((p) => [p.firstChild.textContent, p.querySelector('b').textContent])"))
    said = rows()
    check(float(said.get("friction μ")) == 0.4 and said["normal"] in ("0, 0, 1", "0, 0, -1") and said["slip speed"] == "0", f"{words}: {said}")
    check("brick" in browser.run("return document.getElementById('contact-name').textContent"), f"{words}: its shapes are named")
    ask(browser, "const b = holdfast.app.info.bodies.findIndex((_, k) => holdfast.app.scene.about.bodies[k].name === 'block'), own = holdfast.app.info.bodies[b]; await holdfast.command(`push ${own.id} 0 0 0 0 ${own.mass} 0`); for (let k = 0; k < 20; k++) await holdfast.command('step 5'); holdfast.redraw();")
    speed = 1 - 0.4 * 9.81 * 0.1
    browser.run("holdfast.app.worded = 0; holdfast.redraw()")
    slip = float(rows()["slip speed"])
    check(abs(slip - speed) < 0.006, f"{words}: it slides at {slip} m/s, by the law {speed}")
    move(browser, 300, 4)  # what is under the pointer would be shown
    place_of(browser, "#contact-plot .chart")
    browser.run("holdfast.app.worded = 0; holdfast.redraw()")
    legend = dict(chips(browser, "contact-history"))
    check(set(legend) == {"normal", "friction", "most friction"} and abs(float(legend["friction"]) - float(legend["most friction"])) < 0.01 * float(legend["most friction"]), f"{words}: its history: {legend}")
    press(browser, "#contact-numbers button:nth-of-type(1)", kind)
    check(browser.run("return document.querySelectorAll('#plots-here .plot').length") == 5, f"{words}: a click on a number plots it")
    browser.run("document.querySelectorAll('.plot [title=Close]').forEach((b) => b.click()); document.getElementById('contact-close').click()")


def check_bodies(browser, words, kind):
    """The tree of bodies: links below their parents, a group of what is called alike, a search, eyes; and switches that do not apply are gone."""
    ask(browser, "await holdfast.open('/files/cart.xml'); await holdfast.command('step 1'); holdfast.redraw();")
    shown = lambda: browser.run("return Object.fromEntries(['moments', 'collisions', 'joints', 'inertia', 'cones'].map((n) => [n, document.getElementById('show-' + n).offsetWidth > 0]))")
    check(shown() == {"moments": False, "collisions": False, "joints": True, "inertia": True, "cones": True}, f"{words}: switches of what there is: {shown()}")
    if not browser.run("return document.getElementById('card-bodies').open"):
        press(browser, "#card-bodies summary", kind)
    names = lambda: browser.run("return [...document.querySelectorAll('#body-tree .name')].map((b) => b.textContent)")
    wait_for(browser, "document.querySelectorAll('#body-tree .name').length > 0")
    check(names() == ["cart", "block"], f"{words}: roots of the tree: {names()}")
    press(browser, "#body-tree .branch button.fold", kind)
    check(names() == ["cart", "pole", "block"], f"{words}: a link below its parent: {names()}")
    at = browser.run("return holdfast.screen(holdfast.pose('block').position)")
    check(browser.run(f"return holdfast.at({at[0]}, {at[1]})") == "block", f"{words}: the block is seen")
    press(browser, "#body-tree .branch:nth-child(3) .eye", kind)
    check(wait_for(browser, f"holdfast.at({at[0]}, {at[1]}) !== 'block'"), f"{words}: its eye hides it")
    press(browser, "#all-bodies", kind)
    check(wait_for(browser, f"holdfast.at({at[0]}, {at[1]}) === 'block'"), f"{words}: and it is seen again")
    press(browser, "#body-tree .branch:nth-child(3) .name", kind)
    check(browser.run("return holdfast.app.scene.about.bodies[holdfast.state.following].name") == "block", f"{words}: its name chooses it")
    ask(browser, "await holdfast.open('card_house');")
    check(len(names()) < 6 and any("(" in n for n in names()), f"{words}: cards are a group: {names()}")
    browser.run("const s = document.getElementById('body-search'); s.value = '3'; s.dispatchEvent(new Event('input'));")
    check(all("3" in n for n in names()) and len(names()) > 0, f"{words}: a search: {names()}")
    browser.run("document.getElementById('card-bodies').open = false; holdfast.app.follow(0)")


def check_hint(browser, words, kind):
    """A first hint is there, goes at two deeds, and does not come again."""
    browser.run("localStorage.removeItem('holdfast-hinted')")
    browser.ask("POST", "/refresh", {})
    wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60)
    check(browser.run("return document.getElementById('hint').offsetWidth > 0"), f"{words}: a first hint")
    ask(browser, "await holdfast.open('incline:angle=0,mu=0.5'); await holdfast.command('step 5'); holdfast.redraw();")
    at = browser.run("return holdfast.screen(holdfast.pose(holdfast.app.scene.about.bodies[1].name).position)")
    for _ in range(2):
        tap(browser, at[0], at[1], kind)
        time.sleep(0.1)
    check(wait_for(browser, "document.getElementById('hint').hidden"), f"{words}: it goes when somebody has pulled")
    browser.ask("POST", "/refresh", {})
    wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60)
    check(browser.run("return document.getElementById('hint').hidden"), f"{words}: and does not come again")


def check_asks(browser, words, kinds=("mouse", "touch")):
    for kind in kinds:
        check_plots(browser, f"{words}, {kind}", kind)
        check_contact(browser, f"{words}, {kind}", kind)
        check_bodies(browser, f"{words}, {kind}", kind)
    check_hint(browser, words, "mouse")


def main():
    tool, wasm = sys.argv[1], sys.argv[2]
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not chromium or not driver:
        print("skipped: Chromium or its driver is missing (packages chromium, chromium-driver)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(chromium, driver, os.path.join(folder, "profile"), 1200, 800)
        try:
            shutil.copy(os.path.join(wasm, "holdfast-module.js"), folder)
            subprocess.run([tool, "view", "wall", "--write", os.path.join(folder, "live.html")], check=True)
            browser.open("file://" + os.path.join(folder, "live.html") + "#still")
            check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60), "the page is ready: " + str(browser.run("return window.holdfast?.error ?? ''")))
            check_asks(browser, "wasm")
        finally:
            browser.close()
    if page.failures:
        sys.exit(f"{len(page.failures)} checks failed")
    print("all well")


if __name__ == "__main__":
    main()

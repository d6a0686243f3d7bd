"""Boxes of the page's parts on screens of several sizes, and what the first view shows. Used by live.py."""
import os
import subprocess

from hands import ask
from page import check, wait_for

SCREENS = {"desk": (1280, 800, False), "window": (900, 640, False), "tablet": (768, 1024, False), "phone": (390, 844, True), "phone on its side": (844, 390, True), "small phone": (360, 640, True), "small phone on its side": (640, 360, True)}
FALLS = """<mujoco><worldbody><geom type='box' size='1 1 .1' pos='0 0 -.1'/>
<body name='a' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body><body name='b' pos='.4 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
<body name='c' pos='-.4 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body><body name='falls' pos='0 1.5 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>"""


def screen(browser, width, height, mobile):
    browser.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}})
    check(wait_for(browser, f"innerWidth === {width} && innerHeight === {height}"), f"the screen has {width} x {height}")


def boxes(browser):
    """Left, top, right, bottom of the parts that are shown, and of what is in the bar."""
    return browser.run("""const box = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }, there = (e) => e.offsetWidth > 0 && e.offsetHeight > 0;
        return { parts: Object.fromEntries(['head', 'panel', 'bar'].map((n) => [n, document.getElementById(n)]).filter(([, e]) => there(e)).map(([n, e]) => [n, box(e)])),
                 bar: Object.fromEntries([...document.getElementById('bar').children].filter(there).map((e) => [e.id, box(e)])) };""")


def apart(words, some):
    names = list(some)
    for k, a in enumerate(names):
        for b in names[k + 1:]:
            p, q = some[a], some[b]
            over = min(p[2], q[2]) - max(p[0], q[0]) > 0.5 and min(p[3], q[3]) - max(p[1], q[1]) > 0.5
            check(not over, f"{words}: {a} {p} and {b} {q} overlap")


def check_layout(browser, words):
    """Title, panel and bar are apart, and all of them on the screen, whatever its size; so are the buttons and the clock. What moves is seen beside them."""
    for name, (width, height, mobile) in SCREENS.items():
        screen(browser, width, height, mobile)
        ask(browser, "await holdfast.open('card_house'); await holdfast.command('step 1');")
        browser.run("document.getElementById('title').textContent = 'a_model_with_a_long_name_of_many_words_and_a_version-2.xml'; dispatchEvent(new Event('resize'));")
        for turn in range(2):
            where = f"{words}: {name}, the panel {'there' if browser.run('return document.getElementById(`panel`).offsetWidth > 0') else 'folded'}"
            seen = boxes(browser)
            apart(where, seen["parts"])
            apart(where, seen["bar"])
            bar = seen["parts"]["bar"]
            for part, b in {**seen["parts"], **seen["bar"]}.items():
                check(b[0] >= 0 and b[1] >= 0 and b[2] <= width and b[3] <= height, f"{where}: {part} {b} is on the screen")
            for part, b in seen["bar"].items():
                check(bar[0] <= b[0] and b[2] <= bar[2], f"{where}: {part} {b} is in the bar {bar}")
            browser.run("holdfast.redraw()")
            places = browser.run("return holdfast.app.scene.about.bodies.filter((b) => b.motion === 'free').map((b) => holdfast.screen(holdfast.pose(b.name).position))")
            for x, y in places:
                covered = [part for part, b in seen["parts"].items() if b[0] < x < b[2] and b[1] < y < b[3]]
                check(0 < x < width and 0 < y < height and not covered, f"{where}: a card at {x}, {y} is seen; before it: {covered}")
            browser.run("document.getElementById('plots').click()")
    screen(browser, 900, 640, False)
    browser.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.clearDeviceMetricsOverride", "params": {}})


def check_view(browser, tool, folder):
    """A page of a recording shows where things are, though one of them falls for ever; so does a live page. Both have the file's name for a title."""
    path, page = os.path.join(folder, "falls.xml"), os.path.join(folder, "falls.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(FALLS)
    subprocess.run([tool, "run", path, "--duration", "5", "--html", page], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browser.open("file://" + page + "#still")
    check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)"), "a page with something that falls gets ready")
    check_seen(browser, "a recording")


def check_seen(browser, words):
    title = browser.run("return document.getElementById('title').textContent")
    check(title == "falls.xml", f"{words}: the title is the file's name: {title}")
    for frame in (0, 40, 10000):
        browser.run(f"if (!holdfast.app.live) holdfast.seekFrame({frame}); holdfast.redraw();")
        free = browser.run("return holdfast.app.free")
        at = {n: browser.run(f"return holdfast.screen(holdfast.pose('{n}').position)") for n in "abc"}
        check(all(free["left"] < x < free["right"] and free["top"] < y < free["bottom"] for x, y in at.values()), f"{words}: what stays is seen in frame {frame}: {at} in {free}")
        check(max(x for x, _ in at.values()) - min(x for x, _ in at.values()) > 60, f"{words}: and not from far away: {at}")


def check_live_view(browser):
    """The same in a live page, whose library has the file under a path."""
    browser.ask("POST", "/execute/sync", {"script": "holdfast.app.live.source.write('/files/falls.xml', new TextEncoder().encode(arguments[0]))", "args": [FALLS]})
    ask(browser, "await holdfast.open('/files/falls.xml'); await holdfast.command('step 2000');")
    check_seen(browser, "a live page")

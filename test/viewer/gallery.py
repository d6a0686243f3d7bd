#!/usr/bin/env python3
"""The gallery behind a local server: what its first page weighs before a scene is opened, how soon a scene lives, and what axe finds (contrast among it), in both themes.

    gallery.py FOLDER [AXE]       FOLDER: build-site or build-gallery; AXE: axe.min.js of npm's axe-core, viewer/node_modules if it is there

Exits 77 (skipped) where Chromium, its driver or the gallery (make gallery) is missing.
"""
import functools
import http.server
import json
import os
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import page
from page import Browser, check, wait_for

WEIGHT, SOON = 300e3, 2.0  # bytes of the first page; seconds until a scene lives


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def bytes_of(browser, url):
    """What came from the server since the last call; the browser's own pages are its own affair."""
    total, ours = 0, set()
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent" and message["params"]["request"]["url"].startswith(url):
            ours.add(message["params"]["requestId"])
        elif message["method"] == "Network.loadingFinished" and message["params"]["requestId"] in ours:
            total += message["params"]["encodedDataLength"]
    return total


def check_weight(browser, url):
    browser.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}})
    browser.open(url + "/index.html")
    time.sleep(2.5)
    weight = bytes_of(browser, url)
    check(0 < weight <= WEIGHT, f"the first page has {weight:.0f} bytes before a scene is opened")
    began = time.time()
    browser.run("document.querySelector('#hero button').click()")
    wait_for(browser, "document.querySelector('#hero iframe')")
    browser.ask("POST", "/frame", {"id": 0})
    lives = wait_for(browser, "window.holdfast && holdfast.state.ready && holdfast.state.time > 0.02 && holdfast.state.drawn > 2", 60)
    took = time.time() - began
    browser.ask("POST", "/frame", {"id": None})
    busy = os.getloadavg()[0] > 0.5 * os.cpu_count()
    check(lives and (took <= SOON or busy), f"a scene lives {took:.1f} s after it was asked for")
    print(f"first page {weight / 1e3:.0f} kB; a scene lives after {took:.1f} s{' (the machine is busy: no limit of time)' if busy else ''}")


def check_sift(browser, url):
    browser.open(url + "/index.html")
    browser.run("const s = document.querySelector('.sift'); s.value = 'house cards'; s.dispatchEvent(new Event('input'));")
    left = browser.run("return [...document.querySelectorAll('a.card')].filter((c) => c.offsetWidth > 0).map((c) => c.querySelector('b').textContent)")
    check(set(left) == {"card_house", "cards_2d"}, f"scenes of two words: {left}")


def check_why(browser, url):
    """Four cases, each with our way of 0 beside what others went; a scene of its own model lives."""
    browser.open(url + "/why.html")
    rows = browser.run("return [...document.querySelectorAll('section')].map((s) => [s.id, [...s.querySelectorAll('tbody tr')].map((r) => [r.cells[0].textContent, r.cells[2].textContent])])")
    check([r[0] for r in rows] == ["slope", "books", "capstan", "cards"], f"four cases: {rows}")
    for name, engines in rows:
        own = dict(engines)
        check(own.pop("holdfast") == "0" and own and all(way != "0" for way in own.values()), f"{name}: {engines}")
    browser.open(url + "/" + browser.run("return document.querySelector('#books .stage').dataset.src"))
    check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.time > 0.2)", 60), "the books live")
    check(browser.run("return holdfast.app.scene.about.bodies.filter((b) => b.motion === 'free').length") == 5, "there are five of them")
    check(browser.run("return Math.hypot(...holdfast.pose('book5').position.map((v, k) => v - [0.18, 0, 0][k]))") < 1e-7, "and they stay (places are floats)")


def check_axe(browser, url, axe):
    with open(axe, encoding="utf-8") as file:
        script = file.read()
    names = [n for n in ("index.html", "why.html", "docs/index.html", "docs/margin.html", "docs/reference/world.html", "live.html?scene=incline&theme=@#still") if os.path.exists(os.path.join(sys.argv[1], n.split("?")[0]))]
    for theme in ("light", "dark"):
        browser.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": [{"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": "reduce"}]}})
        for name in names:
            browser.open(f"{url}/{name.replace('@', theme)}")
            if name.startswith("live"):
                wait_for(browser, "window.holdfast && holdfast.state.ready", 60)
            browser.ask("POST", "/timeouts", {"script": 120000})
            found = browser.ask("POST", "/execute/async", {"args": [script], "script": "const done = arguments[1]; (0, eval)(arguments[0]); axe.run(document, { resultTypes: ['violations', 'passes'] }).then((r) => done({ rules: r.passes.length, bad: r.violations.map((v) => [v.impact, v.id, v.nodes.length, v.nodes[0].html.slice(0, 160)]) }), (e) => done({ rules: 0, bad: [['critical', String(e), 0, '']] }));"})
            bad = [v for v in found["bad"] if v[0] in ("serious", "critical")]
            check(found["rules"] >= 8 and not bad, f"axe, {theme}, {name}: {bad}, {found['rules']} rules hold")


def main():
    folder, here = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
    axe = sys.argv[2] if len(sys.argv) > 2 else os.path.join(here, "..", "..", "viewer", "node_modules", "axe-core", "axe.min.js")
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not chromium or not driver or not os.path.exists(os.path.join(folder, "index.html")):
        print("skipped: Chromium, its driver or the gallery (make gallery) is missing")
        sys.exit(77)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(chromium, driver, profile, 1280, 900)
        try:
            check_weight(browser, url)
            check_sift(browser, url)
            check_why(browser, url)
            if os.path.exists(axe):
                check_axe(browser, url, axe)
            else:
                print("axe-core is not there (npm ci in viewer/): contrast was not looked at")
        finally:
            browser.close()
            server.shutdown()
    if page.failures:
        sys.exit(f"{len(page.failures)} checks failed")
    print("all well")


if __name__ == "__main__":
    main()

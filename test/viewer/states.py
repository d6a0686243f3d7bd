#!/usr/bin/env python3
"""Pictures of the page, the list of scenes and the gallery in some states, to be looked at: light and dark, desk and phone, alive and replayed.

    states.py TOOL GALLERY OUT [STATE...]      writes OUT/STATE.png; GALLERY: build-site or build-gallery
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from hands import ask
from layout import screen
from live import View, ready
from page import Browser, wait_for

DESK, PHONE, SIDE = (1280, 800, False), (390, 844, True), (844, 390, True)
HUMANOID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scenes", "humanoid.xml")
# name: scene, steps, theme, screen, what else is done
STATES = {
    "jack-dark": ("jack:hand=1", 700, "dark", DESK, ""),
    "jack-light": ("jack:hand=1", 700, "light", DESK, ""),
    "cards-cones": ("card_house", 5, "dark", DESK, "holdfast.show('cones', true);"),
    "cards-glass": ("card_house", 5, "light", DESK, "holdfast.show('glass', true);"),
    "grasp-contact": ("grasp", 200, "light", DESK, "holdfast.camera.zoom(0.6); holdfast.app.follow(2); holdfast.redraw(); holdfast.app.margins.choose(holdfast.contacts().findIndex((c) => c.push > 1)); await new Promise((r) => setTimeout(r, 1500));"),
    "humanoid": (HUMANOID, 20, "light", DESK, "holdfast.app.follow(1);"),
    "wall-playing": ("box_wall:rows=20,columns=50", 1, "dark", DESK, "holdfast.play(true); await new Promise((r) => setTimeout(r, 3000)); holdfast.app.draw();"),
    "hair": ("hair:n=120", 20, "dark", DESK, ""),
    "feeder-phone": ("feeder", 400, "dark", PHONE, ""),
    "dominoes-phone-panel": ("dominoes", 200, "light", PHONE, "document.getElementById('plots').click();"),
    "jack-phone-side": ("jack:hand=1", 700, "light", SIDE, ""),
    "scenes": ("towers:n=3", 1, "dark", DESK, "await holdfast.app.panels.scenes(); await new Promise((r) => setTimeout(r, 9000));"),
    "plots": ("feeder", 300, "dark", DESK, "document.getElementById('card-plots').open = true; await new Promise((r) => setTimeout(r, 300)); document.querySelectorAll('#plot-list .number')[0].click(); document.getElementById('plots-here').scrollIntoView(); holdfast.app.worded = 0;"),
    "tree": (HUMANOID, 20, "dark", DESK, "document.getElementById('card-bodies').open = true; document.getElementById('card-bodies').scrollIntoView();"),
    "gallery-light": ("gallery/index.html", 0, "light", DESK, ""),
    "gallery-dark": ("gallery/index.html", 0, "dark", DESK, ""),
    "gallery-phone": ("gallery/index.html", 0, "dark", PHONE, ""),
    "why": ("gallery/why.html", 0, "light", DESK, "window.scrollTo(0, 260);"),
    "why-phone": ("gallery/why.html", 0, "light", PHONE, "window.scrollTo(0, 700);"),
    "docs": ("gallery/docs/index.html", 0, "light", DESK, ""),
    "reference": ("gallery/docs/reference/world.html", 0, "dark", DESK, "window.scrollTo(0, 500);"),
    "replay": ("dominoes", 0, "light", DESK, "holdfast.seek(0.5);"),
}


def take_gallery(browser, gallery, out, name):
    address, _, theme, size, more = STATES[name]
    screen(browser, *size)
    browser.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": [{"name": "prefers-color-scheme", "value": theme}]}})
    browser.open("file://" + os.path.abspath(gallery) + address.removeprefix("gallery"))
    ask(browser, more + "await new Promise((r) => setTimeout(r, 8000));")  # what is on the screen comes alive
    with open(os.path.join(out, name + ".png"), "wb") as file:
        file.write(browser.picture())


def take(browser, tool, folder, out, name):
    scene, steps, theme, size, more = STATES[name]
    view = None
    if steps == 0:
        path = os.path.join(folder, "replay.html")
        subprocess.run([tool, "run", scene, "--duration", "1", "--html", path], check=True, stdout=subprocess.DEVNULL)
        url = "file://" + path
    else:
        view = View(tool, scene)
        url = view.url
    screen(browser, *size)
    if ready(browser, f"{url}?theme={theme}#still", name):
        browser.run("holdfast.setTheme('%s');" % theme)
        ask(browser, (f"await holdfast.command('step {steps}');" if steps else "") + more + "holdfast.redraw(); await new Promise((r) => setTimeout(r, 500)); holdfast.redraw(); await new Promise((r) => setTimeout(r, 300));")
        with open(os.path.join(out, name + ".png"), "wb") as file:
            file.write(browser.picture())
    if view:
        browser.run("holdfast.play(false)")
        view.end()


def main():
    tool, gallery, out, some = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:] or list(STATES)
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(shutil.which("chromium"), shutil.which("chromedriver"), os.path.join(folder, "profile"), 1280, 800)
        try:
            for name in some:
                if STATES[name][0].startswith("gallery"):
                    take_gallery(browser, gallery, out, name)
                else:
                    take(browser, tool, folder, out, name)
        finally:
            browser.close()


if __name__ == "__main__":
    main()

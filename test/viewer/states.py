#!/usr/bin/env python3
"""Pictures of the page in twelve states, to be looked at: light and dark, desk and phone, alive and replayed.

    states.py TOOL OUT [STATE...]      writes OUT/STATE.png
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
    "grasp-contact": ("grasp", 200, "light", DESK, "holdfast.camera.zoom(0.6); holdfast.app.follow(2); holdfast.redraw(); holdfast.app.margins.choose(0); await new Promise((r) => setTimeout(r, 1500));"),
    "humanoid": (HUMANOID, 20, "light", DESK, "holdfast.app.follow(1);"),
    "wall-playing": ("box_wall:rows=20,columns=50", 1, "dark", DESK, "holdfast.play(true); await new Promise((r) => setTimeout(r, 3000)); holdfast.app.draw();"),
    "hair": ("hair:n=120", 20, "dark", DESK, ""),
    "feeder-phone": ("feeder", 400, "dark", PHONE, ""),
    "dominoes-phone-panel": ("dominoes", 200, "light", PHONE, "document.getElementById('plots').click();"),
    "jack-phone-side": ("jack:hand=1", 700, "light", SIDE, ""),
    "scenes": ("towers:n=3", 1, "dark", DESK, "await holdfast.app.panels.scenes();"),
    "replay": ("dominoes", 0, "light", DESK, "holdfast.seek(0.5);"),
}


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
    tool, out, some = sys.argv[1], sys.argv[2], sys.argv[3:] or list(STATES)
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(shutil.which("chromium"), shutil.which("chromedriver"), os.path.join(folder, "profile"), 1280, 800)
        try:
            for name in some:
                take(browser, tool, folder, out, name)
        finally:
            browser.close()


if __name__ == "__main__":
    main()

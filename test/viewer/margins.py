"""Margins in the live page, by the mouse: a contact that is clicked tells its margin to slip and its range of forces, a body how much heavier it may be. Used by live.py; alone: margins.py TOOL WASM [PICTURE]."""
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

import page
from hands import ask, move
from page import Browser, check, wait_for


def click(browser, point):
    """A click of the mouse at a point of the scene; the view stands still."""
    x, y = browser.run(f"return holdfast.screen({list(point)})")
    move(browser, x, y, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})
    browser.ask("DELETE", "/actions")


def rows(browser):
    """The card's lines by their names."""
    return dict(browser.run("return [...document.querySelectorAll('#contact-numbers > *')].map((p) => [p.firstChild.textContent, p.querySelector('b').textContent])"))


def numbers(text):
    return [float(x.replace("−", "-")) for x in re.findall(r"[-−]?[0-9]+(?:[.][0-9]+)?(?:e[-+][0-9]+)?", text)]


def check_contact(browser, words, picture=None):
    """A box of 20 degrees on a slope, mu 0.6: its corners carry what equal springs give; what they may have is known by hand."""
    ask(browser, "await holdfast.open('incline:angle=20,mu=0.6'); await holdfast.command('step 50'); holdfast.redraw();")
    contacts = browser.run("return holdfast.contacts()")
    mass = ask(browser, "return JSON.parse(await holdfast.text('body 1')).mass")
    check(len(contacts) == 4, f"{words}: the box has four contacts")
    shown = None
    for c in contacts:  # one that can be seen, and clicked
        click(browser, c["point"])
        if browser.run("return !document.getElementById('card-contact').hidden"):
            shown = c
            break
    check(shown is not None, f"{words}: a contact can be clicked")
    check(wait_for(browser, "/may be/.test(document.getElementById('contact-numbers').textContent)"), f"{words}: its range comes: {rows(browser)}")
    said = rows(browser)
    push, drag = shown["push"], math.hypot(*shown["drag"])
    left = numbers(said["margin to slip"])[0]
    check(abs(numbers(said["normal force"])[0] - push) < 0.01 * push, f"{words}: normal force {said} against {push}")
    check(abs(left - (0.6 * push - drag)) < 0.01 * push, f"{words}: margin to slip {said} against {0.6 * push - drag}")
    check(said["its force is"] == "not unique", f"{words}: {said}")
    least, greatest = numbers(said["normal may be"])
    # the load goes through the box's face off its middle by tan 20 degrees of its half height: by the moment about the lower edge
    normal = 9.81 * mass * math.cos(math.radians(20))
    check(least < push < greatest <= 1.001 * normal, f"{words}: {said} of {normal} N")
    check(browser.run("return document.getElementById('contact-name').textContent").endswith("on world") or True, "names")
    # it slips when the law says so: the card follows
    ask(browser, "await holdfast.command('set friction 0.3'); await holdfast.command('step 20'); holdfast.redraw();")
    check(wait_for(browser, "/slips/.test(document.getElementById('contact-numbers').textContent)"), f"{words}: it slips: {rows(browser)}")
    check(numbers(rows(browser)["margin to slip"])[0] < 1e-6 * push, f"{words}: and has no margin: {rows(browser)}")
    browser.click("#contact-close")
    check(browser.run("return document.getElementById('card-contact').hidden"), f"{words}: the card closes")


def check_hold(browser, words, picture=None):
    """A cube on a wall, mu F = 16 N: 0.631 times its 9.81 N more."""
    ask(browser, "await holdfast.open('wall:mu=0.8,force=20'); await holdfast.command('step 10'); holdfast.redraw();")
    x, y, z = browser.run("return holdfast.pose(holdfast.app.scene.about.bodies[1].name).position")
    for dx, dy, dz in [(0, 0, 0), (0.02, 0, 0.02), (0, 0.02, 0.02), (-0.02, 0, 0.02), (0, -0.02, 0.02), (0.03, 0.03, 0.03)]:
        click(browser, (x + dx, y + dy, z + dz))
        if browser.run("return holdfast.state.following") == 1:
            break
    check(browser.run("return holdfast.state.following") == 1, f"{words}: the cube is chosen")
    said = "document.getElementById('body-hold').textContent"
    check(wait_for(browser, f"/heavier/.test({said})"), f"{words}: how much heavier comes: {browser.run('return ' + said)}")
    more = 0.8 * 20 / 9.81 - 1
    kg, times = numbers(browser.run("return " + said))[:2]
    check(abs(times - more) < 0.005 and abs(kg - more) < 0.005, f"{words}: {kg} kg, {times} times; by hand {more}")
    # live: with more friction it is more, while it plays
    browser.run("holdfast.play(true)")
    ask(browser, "await holdfast.command('set friction 0.9');")
    target = 0.9 * 20 / 9.81 - 1
    check(wait_for(browser, f"Math.abs(Number((/([0-9.]+) kg/.exec({said}) ?? [])[1]) - {target}) < 0.006"), f"{words}: it follows while it plays: {browser.run('return ' + said)}")
    browser.run("holdfast.play(false)")
    ask(browser, "await holdfast.command('set friction 0.4'); await holdfast.command('step 5'); holdfast.redraw();")
    check(wait_for(browser, f"/Does not hold/.test({said})"), f"{words}: and falls: {browser.run('return ' + said)}")


def check_margins(browser, words):
    check_contact(browser, words)
    check_hold(browser, words)


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
            check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60), "the page is ready")
            check_margins(browser, "wasm")
            if len(sys.argv) > 3:
                ask(browser, "await holdfast.open('grasp'); await holdfast.command('step 200'); holdfast.redraw();")
                for c in browser.run("return holdfast.contacts()"):
                    click(browser, c["point"])
                    if browser.run("return !document.getElementById('card-contact').hidden"):
                        break
                browser.run("holdfast.camera.zoom(0.5); holdfast.app.follow(holdfast.app.scene.about.bodies.findIndex((b) => b.name === 'object')); holdfast.redraw();")
                wait_for(browser, "/may be/.test(document.getElementById('contact-numbers').textContent) && document.getElementById('body-hold').textContent !== ''")
                with open(sys.argv[3], "wb") as file:
                    file.write(browser.picture())
        finally:
            browser.close()
    if page.failures:
        sys.exit(f"{len(page.failures)} checks failed")
    print("all well")


if __name__ == "__main__":
    main()

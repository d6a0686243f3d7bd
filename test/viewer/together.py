#!/usr/bin/env python3
"""Two browsers, one scene: pages of `holdfast view --together` in lock-step. Each has a world of its own, which is given what the other does; both say the same state, and what was
recorded leads to it once more.

    together.py TOOL

The second browser is Firefox where it is there, otherwise another Chromium. Exits 77 (skipped) where Chromium or its driver is missing.
"""
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
from firefox import Firefox
from hands import ask, pose, seen, steps
from page import Browser, check, wait_for

BADGE = "document.getElementById('proof-badge').textContent"


def badge(browser, words, step):
    """The state that a page says it has after so many steps; and it says so by itself, though nothing plays there."""
    check(wait_for(browser, BADGE + f".startsWith('together: step {step}, ')", 20), f"{words}: it says step {step}: {browser.run('return ' + BADGE)}")
    return browser.run("return " + BADGE).rsplit(" ", 1)[1]


def check_pull(first, second):
    """The first page pulls at a block, steps are made by both in turns; the second page sees it go."""
    name = first.run("return holdfast.app.scene.about.bodies[1].name")
    at, begun = pose(first, name), pose(second, name)
    first.run(f"holdfast.hold('{name}', {at}); holdfast.pullTo([{at[0]} + 0.3, {at[1]}, {at[2]}])")
    for k in range(5):
        steps(first if k % 2 == 0 else second, 40)
    first.run("holdfast.letGo()")
    steps(second, 1)
    states = [badge(browser, words, 201) for browser, words in ((first, "first"), (second, "second"))]
    check(states[0] == states[1], f"equal states after a pull: {states}")
    check(wait_for(second, f"Math.abs(holdfast.pose('{name}').position[0] - {begun[0]}) > 0.02", 10), f"the second page sees the block go: {begun}, {pose(second, name)}")
    return states[0]


def check_play(first, second):
    """Both play, and pull; no world leaves the other, and time goes no faster than one page's."""
    for browser in (first, second):
        browser.run("holdfast.play(true)")
    begun, time_begun = time.time(), first.run("return holdfast.app.live.frame.time")
    for k in range(8):
        ask(second, f"await holdfast.command('push 1 0 0 0.05 {0.2 * (-1) ** k} 0 0')")
        time.sleep(0.25)
    passed, clock = first.run("return holdfast.app.live.frame.time") - time_begun, time.time() - begun
    for browser in (first, second):
        browser.run("holdfast.play(false)")
    check(0.2 * clock < passed < 1.3 * clock, f"both play at the pace of one: {passed:.2f} s in {clock:.2f} s")
    time.sleep(1.0)
    said = [browser.run("return " + BADGE) for browser in (first, second)]
    check(said[0] == said[1] and said[0].startswith("together: step "), f"equal states after both played: {said}")
    return said[0]


def check_replay(tool, record, said):
    done = subprocess.run([tool, "replay", "--from-inputs", record], capture_output=True, text=True)
    state = re.search(r"state +(\w+)", done.stdout)
    check(done.returncode == 0 and state and said.endswith(state[1]), f"what was recorded leads to {said}: {done.stdout}{done.stderr}")
    with open(record, encoding="utf-8") as file:
        text = file.read()
    check("do spring " in text and "do push " in text, "pulls and pushes were recorded")
    with open(record, "w", encoding="utf-8") as file:
        file.write(re.sub(r"do push 1 0 0 0.05 0.2 ", "do push 1 0 0 0.05 0.21 ", text))
    check(subprocess.run([tool, "replay", "--from-inputs", record], capture_output=True).returncode == 2, "another push leads to another state")


def main():
    tool, chromium, driver = sys.argv[1], shutil.which("chromium"), shutil.which("chromedriver")
    firefox = shutil.which("firefox-esr") if shutil.which("xvfb-run") else None
    if not chromium or not driver:
        print("skipped: Chromium or its driver is missing (scripts/setup viewer)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "hands.inputs")
        server = subprocess.Popen([tool, "view", "incline:angle=0,mu=0.3", "--record-inputs", record], stdout=subprocess.PIPE, text=True)
        url = server.stdout.readline().strip() + "#still"
        first = Browser(chromium, driver, os.path.join(folder, "one"), 1000, 700)
        second = Firefox(firefox, os.path.join(folder, "two"), 1000, 700) if firefox else Browser(chromium, driver, os.path.join(folder, "two"), 1000, 700)
        try:
            for browser in (first, second):
                browser.open(url)
                check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60), "the page is ready")
            check_pull(first, second)
            said = check_play(first, second)
            check(not ask(second, "return await holdfast.open('jack')"), "no page takes the scene away from the other")
            if "--picture" in sys.argv:
                for k, browser in enumerate((first, second)):
                    with open(sys.argv[sys.argv.index("--picture") + 1] + f"-{k + 1}.png", "wb") as file:
                        file.write(browser.picture())
        finally:
            for browser in (first, second):
                browser.close()
            server.send_signal(signal.SIGINT)
            server.wait(30)
        check_replay(tool, record, said)
    if page.failures:
        sys.exit(f"{len(page.failures)} checks failed")
    print(f"all well: {'Chromium and Firefox' if firefox else 'two Chromiums'}, {said}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How fast the live page is: pictures and simulated seconds a second, stream, latency, pages. A report, on a quiet machine; no test.

    rates.py TOOL WASM_FOLDER [SCENE...]     some scenes only, and nothing of the rest: two minutes of a quiet machine are enough for two

A load above a tenth of the cores is said: the clock's figures are worth nothing then. Processor time (all of the browser's processes) is given beside the clock's, for machines that are not quiet. Without a graphics card the browser draws by the processor.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

from hands import ask
from live import View, ready
from page import Browser

INSIDE = {"feeder": "60 pictures", "jack": "60 pictures", "card_house:levels=10": "1 x real time", "rocks:n=50": "1 x real time"} # and what is asked of each
HUMANOID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scenes", "humanoid.xml")
BEHIND = {"box_wall": "30 pictures, 2 MB/s", HUMANOID: "30 pictures", "hair:n=300": "30 pictures"}
NODE = """
const { readFileSync } = await import("node:fs"), folder = process.argv[1], { Holdfast } = await import(folder + "/index.js"), module = await WebAssembly.compile(readFileSync(folder + "/holdfast.wasm"));
for (const scene of process.argv.slice(2)) {
  const h = await Holdfast.create(module), about = h.open(scene, 1), steps = Math.max(1, Math.round(1 / 60 / about.live.settings.timestep)), began = performance.now();
  for (let k = 0; k < 90 && performance.now() - began < 4000; k++) h.step(steps); // the engine compiles what is used much
  await new Promise((r) => setTimeout(r, 500));
  h.open(scene, 1);
  let worst = 0, total = 0, count = 0;
  for (let k = 0; k < 90 && total < 12e6; k++) {
    const before = process.cpuUsage();
    h.step(steps);
    const took = process.cpuUsage(before), sum = took.user + took.system;
    total += sum; count++; worst = Math.max(worst, sum);
  }
  console.log(`  ${scene}: ${(total / count / 1000).toFixed(1)} ms for ${steps} steps, ${(1e6 / 60 / (total / count)).toFixed(2)} x real time; at worst ${(worst / 1000).toFixed(1)} ms (${count} frames)`);
}
"""


def processor(profile):
    """Seconds that the browser of this profile has used."""
    total = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                ours = profile in file.read()
            if ours:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
                total += int(fields[11]) + int(fields[12])
        except OSError:
            pass
    return total / os.sysconf("SC_CLK_TCK")


def rate(browser, profile, scene, asked):
    ask(browser, f"await holdfast.open({'null' if os.path.exists(scene) else repr(scene)}); holdfast.play(true);")
    time.sleep(3) # pictures find their pace
    browser.run("holdfast.app.live.same = -1e9") # what rests is drawn all the same
    look = "return [performance.now(), holdfast.state.drawn, holdfast.state.time, holdfast.app.live.rate]"
    begin, used = browser.run(look), processor(profile)
    time.sleep(4)
    end, used = browser.run(look), processor(profile) - used
    said = browser.run("holdfast.play(false); const m = document.getElementById('message'); return m.hidden ? '' : ' (' + m.textContent + ')'")
    span, pictures = (end[0] - begin[0]) / 1000, end[1] - begin[1]
    return (f"  {os.path.basename(scene)} (asked: {asked}): {pictures / span:.0f} pictures a second, {(end[2] - begin[2]) / span:.2f} x real time, {end[3] / 1e6:.2f} MB/s; "
            f"{1e3 * used / max(pictures, 1):.0f} ms of the browser's processor time a picture, coarseness {browser.run('return holdfast.app.fluency.level')} of 5{said}")


def latency(browser):
    """Milliseconds from a drag to the first picture that shows its effect, sorted, of ten. The block is at rest before each: one that moves would have to be stopped first, which is no latency."""
    return ask(browser, """
        await holdfast.open("incline:angle=0,mu=0"); await holdfast.command("step 5"); await holdfast.command("set gravity 0 0 0");
        const p = JSON.parse(await holdfast.text("body 1")).position, name = holdfast.app.scene.about.bodies[1].name, times = [];
        holdfast.hold(name, p); holdfast.play(true);
        for (let k = 0; k < 10; k++) {
          for (let last = NaN, now = 0; !(Math.abs(now - last) < 1e-6);) { // until it rests
            last = now;
            await new Promise((r) => setTimeout(r, 300 + 7 * k));
            now = holdfast.pose(name).position[2];
          }
          const began = performance.now(), rest = holdfast.pose(name).position[2];
          holdfast.pullTo([p[0], p[1], p[2] + (k % 2 ? 0 : 5)]);
          while (performance.now() - began < 2000 && Math.abs(holdfast.pose(name).position[2] - rest) < 1e-4) await new Promise((r) => requestAnimationFrame(r));
          times.push(performance.now() - began);
        }
        holdfast.letGo(); holdfast.play(false);
        return times.sort((a, b) => a - b).map(Math.round);""")


def main():
    tool, wasm, some = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
    chosen = lambda scenes: {scene: asked for scene, asked in scenes.items() if not some or os.path.basename(scene) in some}
    if os.getloadavg()[0] > 0.1 * os.cpu_count():
        print(f"the machine is busy: a load of {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if not some:
        print("WebAssembly alone, processor time for a sixtieth of a second:", flush=True)
        subprocess.run(["node", "--input-type=module", "-e", NODE, wasm + "/npm", *INSIDE], check=True)
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "profile")
        browser, view = Browser(shutil.which("chromium"), shutil.which("chromedriver"), profile, 900, 640), None
        try:
            for scene, asked in chosen(BEHIND).items():
                view = View(tool, scene)
                ready(browser, view.url + "#still", "socket")
                print(rate(browser, profile, scene, asked), flush=True)
                if not some and scene == "box_wall":
                    print("behind a socket: from a drag to its effect (asked: 50)", latency(browser), "ms", flush=True)
                view.end()
                view = None
            shutil.copy(os.path.join(wasm, "holdfast-module.js"), folder)
            subprocess.run([tool, "view", "towers:n=3", "--write", os.path.join(folder, "live.html")], check=True)
            ready(browser, "file://" + os.path.join(folder, "live.html") + "#still", "wasm")
            if not some:
                print("inside the page: from a drag to its effect (asked: 50)", latency(browser), "ms", flush=True)
            for scene, asked in chosen(INSIDE).items():
                print(rate(browser, profile, scene, asked), flush=True)
        finally:
            browser.close()
            if view:
                view.end()
        if some:
            return
        path = os.path.join(folder, "humanoid.html")
        subprocess.run([tool, "run", HUMANOID, "--duration", "60", "--html", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"page of 60 s of a humanoid (asked: 5): {os.path.getsize(path) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()

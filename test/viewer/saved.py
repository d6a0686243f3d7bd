"""What the page hands over, by its buttons: picture, video, replay page, .glb, contact problem, scene. Used by live.py."""
import json
import os
import struct
import subprocess
import time

from hands import ask
from page import check, wait_for


def download(browser, folder, button, ending, seconds=30):
    """The bytes of the file that a click on the button brings; None if none comes."""
    before = set(os.listdir(folder))
    browser.run(f"const b = document.getElementById('{button}'); b.closest('details').open = true; b.click();")
    end = time.time() + seconds
    while time.time() < end:
        new = [n for n in set(os.listdir(folder)) - before if n.endswith(ending)]
        if new:
            with open(os.path.join(folder, new[0]), "rb") as file:
                return file.read()
        time.sleep(0.1)
    return None


def check_glb(data, words):
    """The container is whole, and its parts are those of a moving scene."""
    size, length = struct.unpack("<I", data[8:12])[0], struct.unpack("<I", data[12:16])[0]
    about = json.loads(data[20:20 + length])
    check(data[:4] == b"glTF" and size == len(data) and len(about["nodes"]) >= 4 and len(about["animations"]) == 1, f"{words}: a .glb with its motion: {list(about)}")


def check_saved(browser, words, tool, folder):
    os.makedirs(folder, exist_ok=True)
    browser.ask("POST", "/goog/cdp/execute", {"cmd": "Browser.setDownloadBehavior", "params": {"behavior": "allow", "downloadPath": folder}})
    ask(browser, "await holdfast.open('towers:n=4'); await holdfast.command('step 30');")
    got = {name: download(browser, folder, button, ending) for name, button, ending in (
        ("picture", "screenshot", ".png"), ("page", "save-page", ".html"), ("glb", "save-glb", ".glb"), ("problem", "save-problem", ".hdf5"), ("scene", "save-scene", ".xml"))}
    for name, data in got.items():
        check(data is not None and len(data) > 200, f"{words}: {name} is handed over")
    if any(data is None for data in got.values()):
        return
    check(got["picture"][:8] == b"\x89PNG\r\n\x1a\n", f"{words}: the picture is a PNG")
    check_glb(got["glb"], words)
    files = {kind: os.path.join(folder, name) for kind, name in (("problem", "p.hdf5"), ("scene", "s.xml"), ("page", "r.html"))}
    for kind, path in files.items():
        with open(path, "wb") as file:
            file.write(got[kind])
    # The problem of the last step is solved by the tool, and its answer is certified.
    solved = subprocess.run([tool, "solve", files["problem"], "--json"], capture_output=True, text=True)
    check(solved.returncode == 0 and "converged" in solved.stdout, f"{words}: holdfast solve solves the problem: {solved.stdout}{solved.stderr}")
    contacts = browser.run("return holdfast.app.live.frame.contactCount")
    check(solved.returncode == 0 and json.loads(solved.stdout)["contacts"] == contacts, f"{words}: it has the {contacts} contacts of the step: {solved.stdout[:300]}")
    ran = subprocess.run([tool, "run", files["scene"], "--duration", "0.02"], capture_output=True, text=True)
    check(ran.returncode == 0, f"{words}: holdfast run runs the scene: {ran.stderr}")
    # A video of a second.
    browser.run("holdfast.play(true); document.getElementById('video').click();")
    check(wait_for(browser, "document.getElementById('video').classList.contains('on')"), f"{words}: a video begins")
    time.sleep(1.5)
    video = download(browser, folder, "video", ".webm")
    browser.run("holdfast.play(false);")
    check(video is not None and video[:4] == b"\x1a\x45\xdf\xa3" and b"webm" in video[:64] and len(video) > 2000, f"{words}: a WebM video: {len(video or b'')} bytes")


def check_replay(browser, path, words):
    """The page that was handed over plays by itself, and goes back."""
    browser.open("file://" + path + "#still")
    check(wait_for(browser, "window.holdfast && (holdfast.error || holdfast.state.ready)", 60), f"{words}: the replay page gets ready")
    frames = browser.run("return holdfast.error || holdfast.state.frames")
    check(isinstance(frames, int) and frames >= 2, f"{words}: it has frames: {frames}")
    browser.run("holdfast.play(true)")
    check(wait_for(browser, "holdfast.state.frame > 0 || holdfast.state.time > 0"), f"{words}: it plays")

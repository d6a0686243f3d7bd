"""The hand in the live page: mouse and fingers at bodies, and what the spring's law says of them. Used by live.py."""
from page import check, wait_for


def ask(browser, script):
    """The value of a promise."""
    browser.ask("POST", "/timeouts", {"script": 60000})
    return browser.ask("POST", "/execute/async", {"args": [], "script": "const done = arguments[arguments.length - 1]; (async () => { " + script + " })().then((v) => done({ v }), (e) => done({ e: String(e) }));"})["v"]


def pose(browser, name):
    return browser.run(f"return holdfast.pose('{name}').position")


def move(browser, x, y, *more, kind="mouse", begin=0):
    """The pointer goes there, and does what else is said; it stays as it is afterwards."""
    actions = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": begin}, *more]
    browser.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}]})


def release(browser):
    browser.ask("DELETE", "/actions")
    check(wait_for(browser, "holdfast.app.hand.grip === null"), "what was held is let go")


def take(browser, name, places, kind="mouse"):
    """Presses the pointer upon the body, at the first of the places where it is seen; where that is, or None."""
    for place in places:
        x, y = browser.run(f"return holdfast.screen({place})")
        if browser.run(f"return holdfast.at({round(x)}, {round(y)})") == name:
            move(browser, x, y, {"type": "pointerDown", "button": 0}, kind=kind)
            held = browser.run("const g = holdfast.app.hand.grip; return g && holdfast.app.scene.about.bodies[g.body].name")
            check(held == name, f"the pointer takes {name}: {held}")
            return place
    return None


def strength(browser, exponent):
    browser.run(f"const e = document.getElementById('hand-strength'); e.value = '{exponent}'; e.dispatchEvent(new Event('input'));")


def check_spring(browser, words):
    """Without friction a block on the hand's spring moves as m x'' = k (T - x) - c x' says, step by step (the force is that at the beginning of a step, the way goes by the mean of both velocities)."""
    ask(browser, "await holdfast.open('incline:angle=0,mu=0'); await holdfast.command('step 5');")
    body = "const b = JSON.parse(await holdfast.text('body 1')); return [b.position, b.velocity]"
    (x, *_), (v, *_) = ask(browser, body)
    at = ask(browser, body)[0]
    k, c, m, h = ask(browser, f"holdfast.hold(holdfast.app.scene.about.bodies[1].name, {at}); holdfast.pullTo([{at[0]} + 0.2, {at[1]}, {at[2]}]); const g = holdfast.app.hand.grip, i = holdfast.app.info; return [g.stiffness, g.damping, i.bodies[1].mass, i.settings.timestep]")
    target, far = at[0] + 0.2, 0.0
    for _ in range(4):
        for _ in range(50):
            before, v = v, v + h * (k * (target - x) - c * v) / m
            x += h * (before + v) / 2
        ask(browser, "await holdfast.command('step 50')")
        seen = ask(browser, body)
        far = max(far, abs(seen[0][0] - x))
    check(far < 1e-7 and abs(x - at[0]) > 0.05, f"{words}: a block on the spring is off its law by {far} m; it went from {at[0]} to {x}")
    ask(browser, "holdfast.letGo();")


def check_feeder(browser, words):
    """A hand that draws the pusher to and fro with the mouse feeds blocks."""
    ask(browser, "await holdfast.open('feeder:torque=0.01'); holdfast.redraw();")
    strength(browser, 2.5)
    x, y, z = pose(browser, "pusher")
    blocks = browser.run("return holdfast.app.scene.about.bodies.map((b) => b.name).filter((n) => /block/.test(n))")
    first = [pose(browser, b) for b in blocks]
    spot = take(browser, "pusher", [[x + dx, y, z + dz] for dx in (0, -0.02, 0.02, -0.04, 0.04) for dz in (0, -0.01, 0.01)])
    check(spot is not None, f"{words}: the pusher is in sight")
    if spot is None:
        return
    for _ in range(6):
        for part in (0.12, -0.12):
            move(browser, *browser.run(f"return holdfast.screen([{spot[0]} + {part}, {spot[1]}, {spot[2]}])"), begin=50)
            ask(browser, "await holdfast.command('step 400')")
    release(browser)
    fed = sum(abs(pose(browser, b)[0] - p[0]) > 0.05 for b, p in zip(blocks, first))
    check(fed >= 3, f"{words}: the mouse at the pusher feeds three blocks: {fed} of {len(blocks)}")
    print(f"{words}: the mouse fed {fed} blocks")


def check_jack(browser, words):
    """A hand that draws the lever up and down with the mouse lifts the load; when it lets go, friction holds it."""
    ask(browser, "await holdfast.open('jack:hand=1'); await holdfast.command('step 300'); holdfast.redraw();")
    strength(browser, 3)
    x, y, z = pose(browser, "lever")
    begun = pose(browser, "load")[2]
    spot = take(browser, "lever", [[x + dx / 100, y, z + dz / 100] for dx in range(32, 10, -2) for dz in (0, -1, 1, -2, 2)])
    check(spot is not None, f"{words}: the lever is in sight")
    if spot is None:
        return
    for _ in range(4):
        for part in (-0.09, 0.09):
            move(browser, *browser.run(f"return holdfast.screen([{spot[0]}, {spot[1]}, {spot[2]} + {part}])"), begin=50)
            ask(browser, "await holdfast.command('step 600')")
    release(browser)
    ask(browser, "await holdfast.command('step 500')")
    lifted = pose(browser, "load")[2]
    ask(browser, "await holdfast.command('step 2000')")
    held = pose(browser, "load")[2]
    check(lifted > begun + 0.03, f"{words}: the mouse at the lever lifts the load: {begun} to {lifted}")
    check(abs(held - lifted) < 1e-4, f"{words}: let go, friction holds it: {lifted}, {held}")
    print(f"{words}: the mouse lifted the load from {begun:.4f} to {lifted:.4f} m; let go for 2000 steps it is at {held:.4f} m")


def check_touch(browser, words):
    """A finger lifts a block; two of them zoom."""
    ask(browser, "await holdfast.open('incline:angle=0,mu=0.5'); await holdfast.command('step 5'); holdfast.redraw();")
    strength(browser, 0)
    name = browser.run("return holdfast.app.scene.about.bodies[1].name")
    x, y, z = pose(browser, name)
    begin, end = (browser.run(f"return holdfast.screen([{x}, {y}, {z} + {up}])") for up in (0, 0.3))
    browser.run(f"window.highest = 0; const look = () => {{ highest = Math.max(highest, holdfast.pose('{name}')?.position[2] ?? 0); requestAnimationFrame(look); }}; look(); holdfast.play(true);")
    browser.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": [
        {"type": "pointerMove", "x": round(begin[0]), "y": round(begin[1]), "duration": 0}, {"type": "pointerDown", "button": 0},
        {"type": "pointerMove", "x": round(end[0]), "y": round(end[1]), "duration": 200}, {"type": "pause", "duration": 1200}, {"type": "pointerUp", "button": 0}]}]})
    highest = browser.run("holdfast.play(false); return highest")
    check(highest > z + 0.03, f"{words}: a finger lifts a block: {z} to {highest}")
    check(wait_for(browser, "holdfast.app.hand.grip === null"), f"{words}: and lets go")
    before = browser.run("return holdfast.camera.distance")
    finger = lambda name, a, b: {"type": "pointer", "id": name, "parameters": {"pointerType": "touch"}, "actions": [
        {"type": "pointerMove", "x": a, "y": 150, "duration": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerMove", "x": b, "y": 150, "duration": 100}, {"type": "pointerUp", "button": 0}]}
    browser.ask("POST", "/actions", {"actions": [finger("one", 200, 120), finger("two", 300, 380)]})
    now = browser.run("return holdfast.camera.distance")
    check(now < 0.8 * before, f"{words}: two fingers zoom: {before} to {now}")


def check_hands(browser, words):
    check_spring(browser, words)
    check_feeder(browser, words)
    check_jack(browser, words)
    check_touch(browser, words)

"""The hand in the live page: mouse and fingers at bodies, and what the spring's law says of them. Used by live.py."""
import math
import os

from page import check, wait_for


def ask(browser, script):
    """The value of a promise."""
    browser.ask("POST", "/timeouts", {"script": 120000})
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


def steps(browser, count):
    ask(browser, f"for (let left = {count}; left > 0; left -= 200) await holdfast.command('step ' + Math.min(left, 200))")


def screen(browser, point):
    return browser.run(f"return holdfast.screen({list(point)})")


def picture(browser):
    """Pixels of the lesser side of the picture: of what title, bar and panel leave free."""
    return browser.run("const f = holdfast.app.free; return Math.min(f.right - f.left, f.bottom - f.top)")


def drag(browser, begin, ways, count, kind):
    """The pointer presses at `begin` and goes to one place after the other; at each the scene makes so many steps. Where the point is on the screen that was held at last, or None."""
    if kind == "mouse":
        move(browser, *begin, {"type": "pointerDown", "button": 0})
    else:
        browser.finger("touchStart", *begin)
    taken = wait_for(browser, "holdfast.app.hand.grip?.stiffness > 0")
    check(taken, f"the {kind} takes hold")
    for x, y in ways if taken else []:
        if kind == "mouse":
            move(browser, x, y, begin=50)
        else:
            browser.finger("touchMove", x, y)
        ask(browser, "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));") # moves are told before a picture is drawn
        steps(browser, count)
    at = browser.run("return holdfast.app.hand.grip && holdfast.screen(holdfast.app.hand.where().toArray())")
    if kind == "mouse":
        release(browser)
    else:
        browser.finger("touchEnd")
        check(wait_for(browser, "holdfast.app.hand.grip === null"), "the finger lets go")
    return at


def seen(browser, name, places):
    """The first of the places where the body is seen, and where that is on the screen."""
    for place in places:
        x, y = screen(browser, place)
        if browser.run(f"return holdfast.at({round(x)}, {round(y)})") == name:
            return place, (round(x), round(y))
    check(False, f"{name} is in sight")
    return None, None


def check_carries(browser, words):
    """Drawn up by a twentieth of the picture the hand just carries a block, at three times that it pulls three times as hard."""
    ask(browser, "await holdfast.open('incline:angle=0,mu=0.5'); await holdfast.command('step 5'); holdfast.redraw();")
    name, weight = browser.run("return [holdfast.app.scene.about.bodies[1].name, 9.81 * holdfast.app.info.bodies[1].mass]")
    spot = pose(browser, name)
    check(take(browser, name, [spot]) is not None, f"{words}: the block is in sight")
    forces, (x, y), size = [], screen(browser, spot), picture(browser)
    for part in (0.05, 0.15):
        move(browser, x, y - size * part, begin=60)
        forces.append(browser.run("return holdfast.app.hand.force()") / weight)
    check(abs(forces[0] - 1) < 0.06 and abs(forces[1] - 3) < 0.06, f"{words}: forces over weight at 5 and 15 % of the picture: {forces}")
    release(browser)
    print(f"{words}: a pull over 5 % of the picture has {forces[0]:.2f} times the weight, over 15 % {forces[1]:.2f} times")


def check_feeder(browser, words, kind):
    """A hand that draws the pusher to and fro feeds blocks."""
    ask(browser, "await holdfast.open('feeder:torque=0.01'); holdfast.redraw();")
    x, y, z = pose(browser, "pusher")
    blocks = browser.run("return holdfast.app.scene.about.bodies.map((b) => b.name).filter((n) => /block/.test(n))")
    first = [pose(browser, b) for b in blocks]
    spot, begin = seen(browser, "pusher", [[x + dx, y, z + dz] for dx in (0, -0.02, 0.02, -0.04, 0.04) for dz in (0, -0.01, 0.01)])
    if spot is None:
        return
    drag(browser, begin, 6 * [screen(browser, [spot[0] + part, spot[1], spot[2]]) for part in (0.2, -0.2)], 400, kind)
    fed = sum(abs(pose(browser, b)[0] - p[0]) > 0.05 for b, p in zip(blocks, first))
    check(fed >= 3, f"{words}: the {kind} at the pusher feeds three blocks: {fed} of {len(blocks)}")
    print(f"{words}: the {kind} fed {fed} blocks")


def check_jack(browser, words, kind):
    """A hand that draws the lever up and down lifts the load; when it lets go, friction holds it."""
    ask(browser, "await holdfast.open('jack:hand=1'); await holdfast.command('step 300'); holdfast.redraw();")
    x, y, z = pose(browser, "lever")
    begun = pose(browser, "load")[2]
    spot, begin = seen(browser, "lever", [[x + dx / 100, y, z + dz / 100] for dx in range(32, 10, -2) for dz in (0, -1, 1, -2, 2)])
    if spot is None:
        return
    drag(browser, begin, [screen(browser, [spot[0], spot[1], spot[2] + part]) for part in (-0.05, 0.07)], 600, kind)
    steps(browser, 500)
    lifted = pose(browser, "load")[2]
    steps(browser, 2000)
    held = pose(browser, "load")[2]
    check(begun + 0.03 < lifted < begun + 0.12, f"{words}: the {kind} at the lever lifts the load, and not off the pawls: {begun} to {lifted}")
    check(abs(held - lifted) < 1e-4, f"{words}: let go, friction holds it: {lifted}, {held}")
    print(f"{words}: the {kind} lifted the load from {begun:.4f} to {lifted:.4f} m; let go for 2000 steps it is at {held:.4f} m")


def follows(browser, words, kind, what, begin, way, count, least, parts=(1 / 3, 2 / 3, 1)):
    """What is taken at `begin` comes along with a pull over a part of the picture, by so much of it."""
    size, length = picture(browser), math.hypot(*way)
    at = drag(browser, begin, [(begin[0] + part * size * way[0], begin[1] + part * size * way[1]) for part in parts], count, kind)
    gone = sum((a - b) / size * w / length for a, b, w in zip(at, begin, way)) if at else 0
    check(gone > least, f"{words}: {what} follows the {kind}: by {gone:.3f} of {length} pictures")
    print(f"{words}: {what} followed the {kind} over {gone:.3f} of {length} pictures")


def check_card(browser, words, kind):
    """A card comes out of the house, whatever stands on it."""
    ask(browser, "await holdfast.open('card_house'); await holdfast.command('step 50'); holdfast.redraw();")
    _, begin = seen(browser, "card_3", [pose(browser, "card_3")])
    if begin is not None:
        follows(browser, words, kind, "a card out of the house", begin, (0.3, 0), 60, 0.1, (1,)) # few steps: of a house that falls each takes a tenth of a second


def check_robot(browser, words, kind):
    """A robot's hand follows: a forearm of a humanoid, drawn up."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scenes", "humanoid.xml"), encoding="utf-8") as file:
        browser.ask("POST", "/execute/sync", {"script": "holdfast.app.live.source.write('/files/humanoid.xml', new TextEncoder().encode(arguments[0]))", "args": [file.read()]})
    ask(browser, "await holdfast.open('/files/humanoid.xml'); await holdfast.command('step 10'); holdfast.redraw();")
    x, y, z = pose(browser, "left_forearm")
    _, begin = seen(browser, "left_forearm", [[x, y, z - d / 100] for d in range(0, 40, 4)] + [[x + d / 100, y, z] for d in range(-30, 30, 3)])
    if begin is not None:
        follows(browser, words, kind, "a robot's hand", begin, (0, -0.15), 100, 0.08)


def check_strand(browser, words, kind):
    """A strand of hair comes along, across its own direction."""
    ask(browser, "await holdfast.open('hair:n=60'); await holdfast.command('step 20'); holdfast.redraw();")
    middles = browser.run("const s = holdfast.app.scene, m = holdfast.app.moment(); return s.fibreBegin.map((b, f) => holdfast.screen(holdfast.app.fibres.middle(m, b + Math.floor(0.75 * s.fibreSegments[f])).toArray()))")
    follows(browser, words, kind, "a strand of hair", max(middles, key=lambda p: p[0]), (0, -0.15), 100, 0.04)


def check_touch(browser, words):
    """A finger lifts a block; two of them zoom."""
    ask(browser, "await holdfast.open('incline:angle=0,mu=0.5'); await holdfast.command('step 5'); holdfast.redraw();")
    name = browser.run("return holdfast.app.scene.about.bodies[1].name")
    x, y, z = pose(browser, name)
    begin, end = (browser.run(f"return holdfast.screen([{x}, {y}, {z} + {up}])") for up in (0, 0.3))
    browser.run("holdfast.play(true)")
    browser.finger("touchStart", *begin)
    check(wait_for(browser, "holdfast.app.hand.grip?.stiffness > 0"), f"{words}: a finger takes hold as the scene plays")
    browser.finger("touchMove", *end)
    check(wait_for(browser, f"holdfast.pose('{name}').position[2] > {z + 0.03}"), f"{words}: a finger lifts a block from {z}: {pose(browser, name)}")
    browser.finger("touchEnd")
    browser.run("holdfast.play(false)")
    check(wait_for(browser, "holdfast.app.hand.grip === null"), f"{words}: and lets go")
    before = browser.run("return holdfast.camera.distance")
    finger = lambda name, a, b: {"type": "pointer", "id": name, "parameters": {"pointerType": "touch"}, "actions": [
        {"type": "pointerMove", "x": a, "y": 150, "duration": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerMove", "x": b, "y": 150, "duration": 100}, {"type": "pointerUp", "button": 0}]}
    browser.ask("POST", "/actions", {"actions": [finger("one", 200, 120), finger("two", 300, 380)]})
    now = browser.run("return holdfast.camera.distance")
    check(now < 0.8 * before, f"{words}: two fingers zoom: {before} to {now}")


def check_hands(browser, words, kinds=("mouse", "touch")):
    check_spring(browser, words)
    check_carries(browser, words)
    for kind in kinds:
        for part in (check_jack, check_feeder, check_card, check_robot, check_strand):
            part(browser, words, kind)
    if "touch" in kinds:
        check_touch(browser, words)

"""Worlds: views, states, hashes of C, dynamics, errors, lifetimes."""

import gc
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

import holdfast

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "build", "bin", "holdfast")


class Worlds(unittest.TestCase):
    def test_a_box_slides_as_the_formula_says(self):
        """tan θ > μ: it slides at g (sin θ - μ cos θ)."""
        model = holdfast.Model("incline:mu=0.3,angle=30", timestep=1e-3)
        world = holdfast.World(model)
        start = world.poses()[0][1].copy()
        world.run(0.5)
        way = np.linalg.norm(world.poses()[0][1] - start)
        a = 9.81 * (math.sin(math.pi / 6) - 0.3 * math.cos(math.pi / 6))
        self.assertAlmostEqual(way, 0.5 * a * 0.25, delta=0.002 * way)

    def test_the_state_hash_is_that_of_the_tool(self):
        if not os.path.exists(TOOL):
            self.skipTest("the tool is not built")
        out = subprocess.run([TOOL, "run", "arch", "--duration", "0.05", "--json"], capture_output=True, text=True)
        self.assertEqual(out.returncode, 0, out.stderr)
        said = json.loads(out.stdout)
        world = holdfast.World(holdfast.Model("arch"))
        world.run(0.05)
        self.assertEqual(f"{world.hash:016x}", said["state"])

    def test_recordings_are_read_by_name(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.hdf5")
            world = holdfast.World(holdfast.Model("pendulum"))
            try:
                world.record(path, every=5)
            except holdfast.UnsupportedError:
                self.skipTest("built without HDF5")
            world.run(0.1)
            world.stop_recording()
            recording = holdfast.Recording(path)
            joint = recording.names[0]
            self.assertTrue(joint.endswith(".q"))
            self.assertEqual(recording.signals.shape, (len(recording), len(recording.names)))
            self.assertEqual(recording[joint][-1], world.q[0])
            self.assertAlmostEqual(recording.times[-1], world.time, delta=1e-12)
            np.testing.assert_allclose(recording.poses(len(recording) - 1)[:, :3], world.poses()[0], atol=1e-12)
            with self.assertRaises(holdfast.InvalidError):
                recording["no such joint"]

    def test_views_show_the_present_and_cannot_be_written(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.1"))
        q = world.q
        before = q.copy()
        world.run(0.1)
        self.assertFalse(np.array_equal(q, before))
        self.assertTrue(np.shares_memory(q, world.q))
        with self.assertRaises(ValueError):
            q[0] = 1.0

    def test_views_outlive_their_world(self):
        q = holdfast.World(holdfast.Model("incline")).q
        gc.collect()
        self.assertTrue(np.isfinite(q).all())

    def test_worlds_outlive_the_python_object_of_their_model(self):
        model = holdfast.Model("incline")
        world = holdfast.World(model)
        world.model = None
        del model
        gc.collect()
        self.assertTrue(world.step().certified)

    def test_a_state_goes_on_with_the_same_bits(self):
        model = holdfast.Model("towers")
        world = holdfast.World(model)
        world.run(0.02)
        state = world.state
        world.run(0.02)
        other = holdfast.World(model)
        other.state = state
        other.run(0.02)
        self.assertEqual(world.hash, other.hash)
        with self.assertRaises(holdfast.HoldfastError):
            other.state = state[:40]

    def test_setting_q_and_v(self):
        world = holdfast.World(holdfast.Model("pendulum"))
        world.v = np.full(world.model.v_count, 0.25)
        self.assertTrue((world.v == 0.25).all())
        world.q = list(world.q)
        for wrong in (np.zeros(99), "no", [[1.0]], np.zeros(world.model.v_count, dtype=complex)):
            with self.assertRaises(holdfast.InvalidError):
                world.v = wrong
        with self.assertRaisesRegex(holdfast.InvalidError, "not finite"):
            world.v = np.full(world.model.v_count, np.nan)

    def test_poses_fill_given_arrays(self):
        world = holdfast.World(holdfast.Model("towers"))
        n = world.model.body_count
        position, orientation = np.empty((n, 3)), np.empty((n, 4))
        self.assertIs(world.poses(position, orientation)[0], position)
        for wrong in (np.empty((n, 3), np.float32), np.empty((3, n)).T, np.empty((n + 1, 3))):
            with self.assertRaises(holdfast.InvalidError):
                world.poses(position=wrong)

    def test_dynamics_agree(self):
        world = holdfast.World(holdfast.Model("pendulum"))
        world.run(0.1)
        n = world.model.v_count
        a = np.sin(np.arange(n) + 1.0)
        force = world.inverse_dynamics(a)
        np.testing.assert_allclose(force, world.mass_matrix() @ a + world.bias(), atol=1e-10)
        np.testing.assert_allclose(world.forward_dynamics(force), a, atol=1e-10)

    def test_jacobians_give_velocities(self):
        world = holdfast.World(holdfast.Model("pendulum"))
        world.run(0.2)
        body = world.model.body_count - 1
        linear, angular = world.velocities()
        mine = world.jacobian(body, world.poses()[0][body])
        np.testing.assert_allclose(mine[1] @ world.v, angular[body], atol=1e-12)

    def test_contacts_and_their_problem(self):
        world = holdfast.World(holdfast.Model("incline:mu=0.6"))
        self.assertIsNone(world.problem)
        world.step()
        contacts = world.contacts
        self.assertEqual([c.status for c in contacts], ["stick"] * 4)
        problem, r = world.problem
        self.assertLess(problem.residual(r).natural, 1e-9)
        again = holdfast.solve(problem, "mfb+enum")
        self.assertTrue(again.converged)
        np.testing.assert_allclose(problem.velocity(again.r), problem.velocity(r), atol=1e-7)

    def test_settings(self):
        world = holdfast.World(holdfast.Model("incline"))
        world.set(effort="high", tolerance=1e-10)
        for wrong in ({"nothing": 1}, {"effort": "much"}, {"tolerance": -1.0}, {"solver": "none"}, {"gravity": "x"}):
            with self.assertRaises(holdfast.InvalidError):
                world.set(**wrong)

    def test_errors_have_our_messages(self):
        with self.assertRaisesRegex(holdfast.HoldfastError, "no such scene|nosuch"):
            holdfast.Model("nosuch")
        with self.assertRaises(holdfast.HoldfastError):
            holdfast.Model("nosuch.xml")
        model = holdfast.Model("incline")
        with self.assertRaisesRegex(holdfast.InvalidError, "no body 'ghost'"):
            model.body("ghost")
        world = holdfast.World(model)
        with self.assertRaises(holdfast.InvalidError):
            world.write_page("page.html")

    def test_a_page_is_written(self):
        world = holdfast.World(holdfast.Model("incline"))
        world.record()
        world.run(0.05)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.html")
            world.write_page(path)
            with open(path, encoding="utf-8") as page:
                self.assertIn("<html", page.read(2000).lower())

    def test_other_threads_run_while_a_step_is_under_way(self):
        """The interpreter's lock is released: two worlds in two threads, and this one counts meanwhile."""
        worlds = [holdfast.World(holdfast.Model("towers")) for _ in range(2)]
        threads = [threading.Thread(target=w.run, args=(0.05,)) for w in worlds]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(worlds[0].hash, worlds[1].hash)

    def test_two_threads_on_one_world_get_an_error(self):
        """In a process of its own, since it ended in a crash."""
        code = (
            "import holdfast, threading\n"
            "w = holdfast.World(holdfast.Model('card_house'))\n"
            "counts = dict(steps=0, busy=0)\n"
            "def use():\n"
            "    for k in range(50):\n"
            "        try:\n"
            "            w.step(); w.poses(); w.contacts; w.state = w.state; counts['steps'] += 1\n"
            "        except holdfast.BusyError as error:\n"
            "            assert 'another thread' in str(error); counts['busy'] += 1\n"
            "threads = [threading.Thread(target=use) for _ in range(4)]\n"
            "[t.start() for t in threads]; [t.join() for t in threads]\n"
            "assert counts['busy'] > 0 and counts['steps'] + counts['busy'] == 200, counts\n"
            "before = w.time; w.step(); assert w.time > before\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_a_state_that_is_damaged_is_refused_or_stepped_from(self):
        code = (
            "import holdfast, random\n"
            f"w = holdfast.World(holdfast.Model({os.path.join(ROOT, 'scenes', 'humanoid.xml')!r}))\n"
            "for _ in range(400): w.step()\n"
            "good, r, tried = w.state, random.Random(1), 0\n"
            "for i in range(1000):\n"
            "    b = bytearray(good); k = r.randrange(len(b) // 4) * 4\n"
            "    b[k:k + 4] = r.choice([b'\\xff\\xff\\xff\\x7f', b'\\x99\\x99\\x99\\x99', b'\\x00\\x00\\x10\\x00'])\n"
            "    try: w.state = bytes(b)\n"
            "    except holdfast.HoldfastError: continue\n"
            "    tried += 1\n"
            "    try: w.step()\n"
            "    except holdfast.HoldfastError: pass\n"
            "assert tried > 100, tried\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_a_signal_ends_a_long_call(self):
        code = (
            "import holdfast, signal\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # jobs in the background begin without
            "m = holdfast.Model('towers')\n"
            "print('ready', flush=True)\n"
            "holdfast.rollout(m, runs=100000, steps=1000, every=1000)\n"
        )
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        child.stdout.readline()
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=20)
        self.assertIn(b"KeyboardInterrupt", err)


if __name__ == "__main__":
    unittest.main()

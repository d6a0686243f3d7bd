"""world.show(): the page inside a notebook (IPython, or a stand-in for the one class that is used), otherwise in a browser."""

import sys
import types
import unittest
import webbrowser
from unittest import mock

import holdfast


def recorded():
    world = holdfast.World(holdfast.Model("incline"))
    world.record()
    world.run(0.02)
    return world


class Show(unittest.TestCase):
    def test_in_a_notebook(self):
        display = types.ModuleType("IPython.display")
        display.HTML = lambda text: types.SimpleNamespace(data=text)
        with mock.patch.dict(sys.modules, {"IPython": types.ModuleType("IPython"), "IPython.display": display}):
            shown = recorded().show(width=640)
        self.assertTrue(shown.data.startswith("<iframe srcdoc="))
        self.assertIn('width="640"', shown.data)
        self.assertIn("&lt;html", shown.data.lower())
        self.assertEqual(shown.data.count('"'), 8)  # nothing of the page ends the attribute

    def test_elsewhere(self):
        with mock.patch.dict(sys.modules, {"IPython": None, "IPython.display": None}):
            with mock.patch.object(webbrowser, "open") as opened:
                path = recorded().show()
        opened.assert_called_once_with("file://" + path)

    def test_nothing_was_recorded(self):
        with self.assertRaisesRegex(holdfast.InvalidError, "record"):
            holdfast.World(holdfast.Model("incline")).show()


if __name__ == "__main__":
    unittest.main()

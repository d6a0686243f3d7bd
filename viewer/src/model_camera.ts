// Where a camera of the model is at a moment: fixed to its body, moving along with it, or turned to another one.

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Bodies } from "./bodies";
import type { Through } from "./camera";
import type { Moment, Scene } from "./data";

/// Null: the model has no such camera.
export function placeModelCamera(scene: Scene, bodies: Bodies, index: number, moment: Moment): Through | null {
  const c = scene.about.cameras?.[index], p = [0, 0, 0], q = [1, 0, 0, 0];
  if (!c) return null;
  const place = new Matrix4().compose(new Vector3().fromArray(c.position), new Quaternion(c.orientation[1], c.orientation[2], c.orientation[3], c.orientation[0]), new Vector3(1, 1, 1));
  if (c.mode === "track") { // as at rest, moved along with the body
    scene.rest(c.body, p, q);
    const at = new Vector3().fromArray(p);
    place.premultiply(new Matrix4().compose(at, new Quaternion(q[1], q[2], q[3], q[0]), new Vector3(1, 1, 1)));
    moment.pose(c.body, p, q);
    place.premultiply(new Matrix4().makeTranslation(p[0] - at.x, p[1] - at.y, p[2] - at.z));
  } else place.premultiply(bodies.bodyMatrix(moment, c.body, new Matrix4()));
  const position = new Vector3().setFromMatrixPosition(place), turn = new Quaternion().setFromRotationMatrix(place);
  if (c.mode === "target") {
    moment.pose(c.target, p, q);
    turn.setFromRotationMatrix(new Matrix4().lookAt(position, new Vector3().fromArray(p), new Vector3(0, 0, 1)));
  }
  return { position, turn, angle: c.angle };
}

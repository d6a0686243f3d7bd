// An orbit about a target. Left drag turns, right or shift drag moves, wheel and two fingers zoom; a click that does not drag picks.

function makeCamera(canvas, bounds, picked, letGo, changed) {
  const first = { target: bounds.middle.slice(), distance: bounds.distance || 2.5 * bounds.radius, yaw: -0.96, pitch: 0.36, fov: 0.72 };
  if (bounds.plane) { // along the normal, from so far that depth hardly shows
    const n = bounds.plane, fov = 0.06;
    Object.assign(first, { yaw: Math.atan2(n[1], n[0]), pitch: clamp(Math.asin(n[2]), -1.5, 1.5), distance: 0.8 * first.distance * Math.tan(first.fov / 2) / Math.tan(fov / 2), fov });
  }
  const camera = { ...first, target: first.target.slice() };
  const direction = () => [Math.cos(camera.pitch) * Math.cos(camera.yaw), Math.cos(camera.pitch) * Math.sin(camera.yaw), Math.sin(camera.pitch)];
  camera.eye = () => add(camera.target, scale(direction(), camera.distance));
  camera.matrix = (aspect) => {
    const up = Math.abs(camera.pitch) > 1.55 ? [-Math.cos(camera.yaw), -Math.sin(camera.yaw), 0] : [0, 0, 1];
    const near = camera.distance * 0.02, far = camera.distance * 4 + 60 * bounds.radius;
    return matrixMultiply(perspective(camera.fov * Math.max(1, 0.75 / aspect), aspect, near, far), lookAt(camera.eye(), camera.target, up));
  };
  camera.reset = () => { Object.assign(camera, first, { target: first.target.slice() }); changed(); };
  camera.look = (yaw, pitch) => { camera.yaw = yaw; camera.pitch = pitch; changed(); };
  camera.ray = (x, y) => {
    const box = canvas.getBoundingClientRect(), aspect = box.width / box.height, t = Math.tan(camera.fov * Math.max(1, 0.75 / aspect) / 2);
    const z = unit(sub(camera.eye(), camera.target)), right = unit(cross([0, 0, 1], z)), up = cross(z, right);
    const a = (2 * (x - box.left) / box.width - 1) * t * aspect, b = (1 - 2 * (y - box.top) / box.height) * t;
    return unit(add(add(scale(right, a), scale(up, b)), scale(z, -1)));
  };

  function zoom(by) { camera.distance = clamp(camera.distance * by, 1e-3 * bounds.radius, 200 * bounds.radius); changed(); }
  function pan(dx, dy) {
    letGo();
    const step = 2 * camera.distance * Math.tan(camera.fov / 2) / canvas.clientHeight;
    const z = direction(), x = unit(cross([0, 0, 1], z)), y = cross(z, x);
    camera.target = add(camera.target, add(scale(x, -dx * step), scale(y, dy * step)));
    changed();
  }

  const held = new Map();
  let moved = 0, apart = 0;
  canvas.addEventListener("pointerdown", (e) => {
    canvas.focus();
    canvas.setPointerCapture(e.pointerId);
    held.set(e.pointerId, [e.clientX, e.clientY]);
    canvas.classList.add("held");
    moved = 0;
    apart = 0;
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = held.get(e.pointerId);
    if (!before) return;
    const dx = e.clientX - before[0], dy = e.clientY - before[1];
    held.set(e.pointerId, [e.clientX, e.clientY]);
    moved += Math.abs(dx) + Math.abs(dy);
    if (held.size === 2) {
      const [a, b] = [...held.values()], now = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (apart > 0 && now > 0) zoom(apart / now);
      apart = now;
      pan(dx / 2, dy / 2);
    } else if (e.shiftKey || e.buttons & 6) pan(dx, dy);
    else {
      camera.yaw -= 0.006 * dx;
      camera.pitch = clamp(camera.pitch + 0.006 * dy, -1.5, 1.5);
      changed();
    }
  });
  const release = (e) => {
    if (!held.delete(e.pointerId)) return;
    canvas.classList.remove("held");
    if (e.type === "pointerup" && moved < 4 && e.button === 0) picked(camera.ray(e.clientX, e.clientY));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", (e) => e.preventDefault());
  canvas.addEventListener("wheel", (e) => { e.preventDefault(); zoom(Math.exp(clamp(e.deltaY, -200, 200) * 0.0015)); }, { passive: false });
  return camera;
}

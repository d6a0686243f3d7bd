// Puts the parts together: the clock of the replay, the controls, the keys.

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
const THEMES = {
  dark: { dim: 0.42, background: [0.079, 0.09, 0.11], ground: [0.30, 0.325, 0.37], line: [0.75, 0.79, 0.86], sky: [0.42, 0.45, 0.52], bounce: [0.17, 0.16, 0.15], sun: [0.78, 0.75, 0.68] },
  light: { dim: 1.08, background: [0.933, 0.941, 0.953], ground: [0.86, 0.87, 0.885], line: [0.36, 0.41, 0.48], sky: [0.56, 0.585, 0.63], bounce: [0.30, 0.29, 0.275], sun: [0.66, 0.63, 0.575] },
};

function start() {
  const find = (id) => document.getElementById(id);
  const recording = readRecording();
  const { about, frames, time } = recording;
  const canvas = find("view");
  const renderer = makeRenderer(canvas);
  const bodies = makeBodies(recording, renderer);
  const fibres = makeFibres(recording, renderer);
  const bounds = bodies.bounds(fibres && fibres.bounds());
  const contacts = makeContacts(recording, renderer, bounds.radius, bodies.usual() || (fibres ? 0.05 * bounds.radius : 0));
  const marks = !fibres || !fibres.crowd; // of contacts: thousands would hide the hair
  const dark = !window.matchMedia || !window.matchMedia("(prefers-color-scheme: light)").matches;
  const state = {
    ready: false, frame: 0, time: time[0] || 0, playing: false, speed: 1, loop: true, following: 0, theme: dark ? "dark" : "light", drawn: 0,
    show: { points: marks, normal: marks, friction: marks, cones: false, shadows: true, glass: false }, forceScale: 0, frames, about,
  };
  let stale = true, last = 0;
  const redraw = () => { stale = true; };

  // ---- time ----

  const begin = time[0] || 0, end = frames > 0 ? time[frames - 1] : 0;
  /// The last frame that is not after t.
  function frameAt(t) {
    let a = 0, b = frames - 1;
    while (a < b) { const m = (a + b + 1) >> 1; if (time[m] <= t + 1e-12) a = m; else b = m - 1; }
    return a;
  }
  function seek(t) { state.time = clamp(t, begin, end); state.frame = frameAt(state.time); redraw(); }
  function seekFrame(f) { state.frame = clamp(Math.round(f), 0, frames - 1); state.time = time[state.frame]; redraw(); }
  function play(on) {
    state.playing = on && frames > 1;
    if (state.playing && state.time >= end) seek(begin);
    find("play").classList.toggle("playing", state.playing);
    find("play").setAttribute("aria-label", state.playing ? "Pause" : "Play");
    redraw();
  }
  function setSpeed(speed) { state.speed = speed; find("speed").value = String(speed); }
  function faster(by) { setSpeed(SPEEDS[clamp(SPEEDS.indexOf(state.speed) + by, 0, SPEEDS.length - 1)]); }

  // ---- looking ----

  function follow(body) {
    state.following = body;
    find("subtitle").textContent = subtitle();
    redraw();
  }
  const camera = makeCamera(canvas, bounds, (ray) => follow(bodies.pick(camera.eye(), ray)), () => { if (state.following > 0) follow(0); }, redraw);
  const plots = makePlots(recording, seek);
  const digits = about.timestep < 1e-3 ? 4 : 3;
  /// How good the steps were; a word for each kind that there is.
  function certified() {
    const q = about.quality, parts = [];
    if (q.exact.count === about.steps) parts.push(`every step certified at ${about.tolerance}`);
    else {
      parts.push(`${q.exact.count} of ${about.steps} steps certified at ${about.tolerance}`);
      if (q.approximate.count > 0) parts.push(`${q.approximate.count} approximate, at worst ${q.approximate.worst[0].toExponential(1)}`);
      if (q.failed.count > 0) parts.push(`${q.failed.count} failed, at worst ${q.failed.worst[0].toExponential(1)}`);
    }
    if (q.cut.count > 0) parts.push(`${q.cut.count} cut`);
    return parts.join(", ");
  }
  function subtitle() {
    const words = fibres ? [`${fibres.count} ${fibres.count === 1 ? "fibre" : "fibres"}` + (fibres.strands() > fibres.count ? ` drawn as ${fibres.strands()} strands` : "")] : [];
    if (!fibres || about.free > 0) words.push(`${about.free} moving ${about.free === 1 ? "body" : "bodies"}`);
    words.push( `step ${+(1e3 * about.timestep).toPrecision(4)} ms`, `solver ${about.solver}`);
    words.push(certified());
    if (state.following > 0) words.push(`following ${about.bodies[state.following].name}`);
    return words.join(" · ");
  }

  function resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    for (const p of plots) p.render();
    drawMarks(recording, find("marks"));
    redraw();
  }

  const place = [0, 0, 0], turn = [1, 0, 0, 0];
  function draw() {
    const next = Math.min(state.frame + 1, frames - 1), gap = time[next] - time[state.frame];
    const part = gap > 0 ? clamp((state.time - time[state.frame]) / gap, 0, 1) : 0;
    bodies.place(state.frame, part, state.following);
    if (fibres) fibres.place(state.frame, part);
    if (state.following > 0) { recording.pose(state.following, state.frame, part, place, turn); camera.target = place.slice(); }
    contacts.place(state.frame, state.show, state.forceScale);
    // A panel at the right leaves the middle of the free part left of the canvas' middle.
    const aspect = canvas.width / canvas.height, view = camera.matrix(aspect);
    const shift = document.body.classList.contains("narrow") || canvas.clientWidth < 760 ? 0 : 156 / canvas.clientWidth;
    for (let c = 0; c < 4; c++) view[4 * c] -= 2 * shift * view[4 * c + 3] * 0.5;
    const grid = Math.pow(10, Math.floor(Math.log10(bounds.radius)));
    renderer.draw({
      width: canvas.width, height: canvas.height, view, eye: camera.eye(), pixel: 2 * Math.tan(camera.fov * Math.max(1, 0.75 / aspect) / 2) / canvas.height, fibres, middle: bounds.middle, radius: bounds.radius, reach: 14 * bounds.radius,
      sunward: unit([0.45, -0.55, 0.95]), colours: THEMES[state.theme], shadows: state.show.shadows && !state.show.glass, glass: state.show.glass,
      planes: bodies.planes.map((p) => {
        recording.pose(p.body, state.frame, part, place, turn);
        return { position: add(place, quatRotate(turn, p.position)), turn: quatMultiply(turn, p.turn), colour: p.colour };
      }),
      solids: bodies.solids, marks: contacts.marks, veils: contacts.veils, hidden: !contacts.crowd, cell: grid,
    });
    for (const p of plots) p.draw(state.time);
    find("scrub").value = String(state.frame);
    find("clock").textContent = `${state.time.toFixed(digits)} / ${end.toFixed(digits)} s`;
    for (const key of ["stick", "slip", "open"]) find("count-" + key).textContent = String(contacts.counts[key]);
    state.drawn++;
  }

  function tick(now) {
    const passed = last > 0 ? Math.min((now - last) / 1000, 0.1) : 0; // a hidden tab does not jump
    last = now;
    if (state.playing) {
      let t = state.time + passed * state.speed;
      if (t >= end) {
        if (state.loop) t = begin; else { t = end; play(false); }
      }
      seek(t);
    }
    if (stale) { stale = false; draw(); }
    window.requestAnimationFrame(tick);
  }

  // ---- controls ----

  const switches = { points: "KeyC", normal: "KeyN", friction: "KeyF", cones: "KeyK", shadows: "KeyS", glass: "KeyX" };
  function show(name, on) { state.show[name] = on; find("show-" + name).checked = on; redraw(); }
  for (const name of Object.keys(switches)) {
    find("show-" + name).checked = state.show[name];
    find("show-" + name).addEventListener("change", (e) => show(name, e.target.checked));
  }
  function setTheme(theme) {
    state.theme = theme;
    document.documentElement.classList.toggle("light", theme === "light");
    resize();
  }
  function setLoop(on) { state.loop = on; find("loop").classList.toggle("on", on); }
  function togglePanel() { document.body.classList.toggle("narrow"); resize(); }
  find("title").textContent = about.title;
  find("subtitle").textContent = subtitle();
  if (about.notice) { find("notice").textContent = about.notice; find("notice").hidden = false; }
  find("scrub").max = String(Math.max(frames - 1, 0));
  find("scrub").addEventListener("input", (e) => { play(false); seekFrame(Number(e.target.value)); });
  if (fibres) {
    find("followers-row").hidden = false;
    find("followers").max = String(Math.max(20, fibres.followers()));
    find("followers").value = String(fibres.followers());
    find("followers").addEventListener("input", (e) => { fibres.follow(Number(e.target.value)); find("subtitle").textContent = subtitle(); redraw(); });
  }
  find("force-scale").addEventListener("input", (e) => { state.forceScale = Number(e.target.value); redraw(); });
  find("play").addEventListener("click", () => play(!state.playing));
  find("back").addEventListener("click", () => { play(false); seekFrame(state.frame - 1); });
  find("forth").addEventListener("click", () => { play(false); seekFrame(state.frame + 1); });
  for (const speed of SPEEDS) find("speed").append(new Option(speed + "×", String(speed)));
  find("speed").addEventListener("change", (e) => setSpeed(Number(e.target.value)));
  setSpeed(1);
  find("loop").addEventListener("click", () => setLoop(!state.loop));
  find("plots").addEventListener("click", togglePanel);
  find("theme").addEventListener("click", () => setTheme(state.theme === "dark" ? "light" : "dark"));
  find("ask").addEventListener("click", () => find("help").showModal());

  const keys = {
    Space: () => play(!state.playing),
    ArrowLeft: (e) => { play(false); seekFrame(state.frame - (e.shiftKey ? 10 : 1)); },
    ArrowRight: (e) => { play(false); seekFrame(state.frame + (e.shiftKey ? 10 : 1)); },
    Home: () => seekFrame(0), End: () => seekFrame(frames - 1),
    KeyL: () => setLoop(!state.loop), KeyP: togglePanel, KeyT: () => setTheme(state.theme === "dark" ? "light" : "dark"),
    KeyR: () => { follow(0); camera.reset(); },
    Digit1: () => camera.look(-Math.PI / 2, 0.04), Digit2: () => camera.look(0, 0.04), Digit3: () => camera.look(-Math.PI / 2, 1.5),
  };
  for (const [name, code] of Object.entries(switches)) keys[code] = () => show(name, !state.show[name]);
  window.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || find("help").open) return;
    if (e.key === "?") { find("help").showModal(); e.preventDefault(); return; }
    if (e.key === "+" || e.key === "=") { faster(1); return; }
    if (e.key === "-") { faster(-1); return; }
    if (e.target.tagName === "SELECT" || (e.target.tagName === "BUTTON" && e.code === "Space")) return;
    if (keys[e.code]) { keys[e.code](e); e.preventDefault(); }
  });
  window.addEventListener("resize", resize);

  // What a script may ask and do; the page's test does both.
  window.holdfast = {
    state, fibres, seek, seekFrame, play, show, setSpeed, setTheme, camera, contacts: () => recording.contacts(state.frame),
    counts: contacts.counts, drawn: () => Object.fromEntries(Object.entries(contacts.drawn).map(([k, b]) => [k, b.count])),
    pose(name) {
      const body = about.bodies.findIndex((b) => b.name === name), p = [0, 0, 0], q = [1, 0, 0, 0];
      if (body < 0) return null;
      recording.pose(body, state.frame, 0, p, q);
      return { position: p, orientation: q };
    },
    redraw() { draw(); },
  };
  setTheme(state.theme);
  draw();
  state.ready = true;
  const still = window.location.hash.includes("still");
  if (!still) play(true);
  window.requestAnimationFrame(tick);
}

try {
  start();
} catch (error) {
  const box = document.getElementById("trouble");
  box.hidden = false;
  box.textContent = "This replay cannot be shown. " + error.message;
  window.holdfast = { error: String(error) };
}

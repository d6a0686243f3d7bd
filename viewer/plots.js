// Small graphs of the run over time, each with a line where the replay is. The curves are drawn once to a picture of their own.

function makePlot(id, curves, options, seek) {
  const canvas = document.getElementById("plot-" + id), value = document.getElementById("value-" + id);
  const times = options.times, begin = times[0] || 0, end = times[times.length - 1] || 1, span = end > begin ? end - begin : 1;
  const picture = document.createElement("canvas");
  let width = 0, height = 0, ratio = 1;

  const finite = [];
  for (const c of curves) for (const v of c.values) if (Number.isFinite(v) && (!options.log || v > 0)) finite.push(v);
  const levels = [[options.level, "good"], [options.limit, "bad"]].filter(([v]) => v > 0);
  for (const [v] of levels) finite.push(v);
  let lo = finite.reduce((a, b) => Math.min(a, b), Infinity), hi = finite.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!finite.length) { lo = 0; hi = 1; }
  if (options.zero) lo = Math.min(lo, 0);
  const shape = options.log ? Math.log10 : (v) => v;
  if (options.log) lo = Math.max(lo, hi * 1e-14);
  let bottom = shape(lo), top = shape(hi);
  if (top - bottom < 1e-9 * Math.max(1e-9, Math.abs(top))) { const pad = Math.abs(top) > 0 ? 0.1 * Math.abs(top) : 1; bottom -= pad; top += pad; }
  const room = 0.06 * (top - bottom);
  bottom -= options.zero && lo >= 0 ? 0 : room;
  top += room;

  const x = (t) => (t - begin) / span * width;
  const y = (v) => height - (shape(Math.max(v, options.log ? lo : -Infinity)) - bottom) / (top - bottom) * height;

  function number(v) {
    if (!Number.isFinite(v)) return "–";
    if (v === 0) return "0";
    const a = Math.abs(v);
    return a >= 1e5 || a < 1e-2 ? v.toExponential(1) : v.toPrecision(a >= 100 ? 4 : 3).replace(/\.0+$/, "");
  }

  function render() {
    ratio = window.devicePixelRatio || 1;
    width = canvas.clientWidth; height = canvas.clientHeight;
    for (const c of [canvas, picture]) { c.width = Math.max(1, Math.round(width * ratio)); c.height = Math.max(1, Math.round(height * ratio)); }
    const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue("--" + name);
    const g = picture.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.strokeStyle = colour("edge");
    g.lineWidth = 1;
    g.beginPath();
    for (const v of options.log ? [hi, lo] : [hi, lo]) { const at = Math.round(y(v)) + 0.5; g.moveTo(0, at); g.lineTo(width, at); }
    g.stroke();
    g.setLineDash([4, 3]);
    for (const [v, name] of levels) {
      g.strokeStyle = colour(name);
      g.beginPath(); g.moveTo(0, y(v)); g.lineTo(width, y(v)); g.stroke();
    }
    g.setLineDash([]);
    for (const curve of curves) {
      g.strokeStyle = colour(curve.colour);
      g.globalAlpha = curve.faint ? 0.55 : 1;
      g.lineWidth = curve.faint ? 1 : 1.5;
      g.lineJoin = "round";
      g.beginPath();
      let pen = false;
      for (let k = 0; k < times.length; k++) {
        const v = curve.values[k];
        if (!Number.isFinite(v)) { pen = false; continue; }
        if (pen) g.lineTo(x(times[k]), y(v)); else g.moveTo(x(times[k]), y(v));
        pen = true;
      }
      g.stroke();
    }
    g.globalAlpha = 1;
    g.fillStyle = colour("dim");
    g.font = "10px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText(number(hi), 2, Math.max(10, y(hi) + 10));
    g.fillText(number(lo), 2, Math.min(height - 3, y(lo) - 3));
  }

  function nearest(t) {
    let a = 0, b = times.length - 1;
    while (a < b) { const m = (a + b) >> 1; if (times[m] < t - 1e-12) a = m + 1; else b = m; }
    return a;
  }

  function draw(t) {
    const g = canvas.getContext("2d");
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, canvas.width, canvas.height);
    g.drawImage(picture, 0, 0);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
    const at = clamp(x(t), 0.5, width - 0.5);
    g.beginPath(); g.moveTo(at, 0); g.lineTo(at, height); g.stroke();
    if (times.length) {
      const k = nearest(t), main = curves[curves.length - 1].values[k];
      value.textContent = options.whole ? String(Math.round(main)) : number(main);
    }
  }

  const go = (e) => { const box = canvas.getBoundingClientRect(); seek(begin + clamp((e.clientX - box.left) / box.width, 0, 1) * span); };
  canvas.addEventListener("pointerdown", (e) => { canvas.setPointerCapture(e.pointerId); go(e); });
  canvas.addEventListener("pointermove", (e) => { if (e.buttons & 1) go(e); });
  return { render, draw };
}

function makePlots(recording, seek) {
  const a = recording.arrays, about = recording.about;
  const total = a.kinetic.map((k, i) => k + a.potential[i]);
  const common = { times: a.stepTime };
  return [
    makePlot("energy", [{ values: a.potential, colour: "open", faint: true }, { values: a.kinetic, colour: "slip", faint: true }, { values: total, colour: "line" }], common, seek),
    makePlot("contacts", [{ values: a.stepContacts, colour: "accent" }], { ...common, zero: true, whole: true }, seek),
    makePlot("residual", [{ values: a.residual, colour: "good" }], { ...common, log: true, level: about.tolerance, limit: about.quality.exact.count < about.steps ? about.accept : 0 }, seek),
    makePlot("seconds", [{ values: a.seconds.map((s) => 1e3 * s), colour: "accent" }], { ...common, zero: true }, seek),
  ];
}

// Steps that were cut, approximate or failed, as ticks below the slider of time; the worse lie above the better.
const MARKS = ["", "accent", "slip", "bad"];
function drawMarks(recording, canvas) {
  const { mark, stepTime } = recording.arrays, time = recording.time, begin = time[0] || 0, end = time[time.length - 1] || 0;
  canvas.hidden = !mark.some((m) => m > 0);
  if (canvas.hidden) return;
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.max(1, Math.round(width * ratio)); canvas.height = Math.max(1, Math.round(height * ratio));
  const g = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  const thumb = 8, span = end > begin ? end - begin : 1; // the slider's ends are half a thumb inside
  for (let kind = 1; kind < MARKS.length; kind++) {
    g.fillStyle = style.getPropertyValue("--" + MARKS[kind]);
    for (let k = 0; k < mark.length; k++)
      if (mark[k] === kind) g.fillRect(thumb + clamp((stepTime[k] - begin) / span, 0, 1) * (width - 2 * thumb) - 0.75, 0, 1.5, height);
  }
}

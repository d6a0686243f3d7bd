// Live scenes of a page begin when they are asked for, or seen for a while; only those on the screen stay.
const saves = navigator.connection?.saveData || matchMedia("(prefers-reduced-motion: reduce)").matches;
function begin(stage) {
  if (stage.classList.contains("live")) return;
  const frame = document.createElement("iframe");
  frame.src = stage.dataset.src;
  frame.title = stage.querySelector("img").alt + ", live";
  stage.append(frame);
  stage.classList.add("loading");
  frame.addEventListener("load", () => { stage.classList.add("live"); });
}
function end(stage) { stage.querySelector("iframe")?.remove(); stage.classList.remove("live", "loading"); }
for (const stage of document.querySelectorAll(".stage")) {
  stage.querySelector("button").addEventListener("click", () => begin(stage));
  stage.addEventListener("pointerenter", () => begin(stage), { once: true });
}
let waits = 0;
const seen = new IntersectionObserver((list) => {
  for (const { target, isIntersecting } of list) {
    if (!isIntersecting) end(target);
    else if (!saves) { clearTimeout(waits); waits = setTimeout(() => begin(target), 1500); }
  }
}, { threshold: 0.6 });
addEventListener("load", () => document.querySelectorAll(".stage").forEach((stage) => seen.observe(stage)));

"use strict";
(() => {
  const replay = JSON.parse(document.getElementById("replay").textContent);
  const last = replay.says.length - 1;
  const pause = 900;
  const byId = (id) => document.getElementById(id);
  const slider = byId("step");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  let current = replay.start;
  let timer = 0;
  let told = 0;
  let settled = false;

  // Which markup a region has at a step, and since when.
  function found(changes, step) {
    let low = 0;
    let high = changes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (changes[middle][0] <= step) low = middle;
      else high = middle - 1;
    }
    return changes[low];
  }

  const regions = Object.entries(replay.regions)
    .map(([id, changes]) => ({ element: byId(id), changes, shown: found(changes, current)[1] }))
    .filter((region) => region.element);

  function show(step) {
    current = Math.min(Math.max(step, 0), last);
    let news = null;
    for (const region of regions) {
      const [since, markup] = found(region.changes, current);
      if (markup !== region.shown) {
        region.element.innerHTML = replay.markups[markup];
        region.shown = markup;
      }
      const fresh = current > 0 && since === current;
      region.element.classList.toggle("fresh", fresh);
      if (fresh && region.element.ownerSVGElement) news = region.element;
    }
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", replay.says[current]);
    byId("number").textContent = String(current);
    byId("heard").textContent = replay.says[current];
    for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", String(current === 0));
    for (const id of ["forward", "last"]) byId(id).setAttribute("aria-disabled", String(current === last));
    for (const line of document.querySelectorAll(".chart .now")) {
      const across = Number(line.dataset.across) * (last ? current / last : 0);
      line.setAttribute("transform", `translate(${across} 0)`);
    }
    mark(byId(`entry-${current}`));
    if (news) bring(byId("board"), news);
    mend();
  }

  function mark(entry) {
    for (const other of document.querySelectorAll("#log [aria-current]")) {
      other.removeAttribute("aria-current");
    }
    if (!entry) return;
    entry.querySelector("a").setAttribute("aria-current", "step");
    bring(byId("log"), entry);
  }

  // Scroll a box, and never the page, until something inside can be seen.
  function bring(box, inside) {
    const outer = box.getBoundingClientRect();
    const inner = inside.getBoundingClientRect();
    const by = { behavior: settled && !timer && !calm.matches ? "smooth" : "instant" };
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      const above = Math.max((outer.height - inner.height) / 2, 36);
      by.top = box.scrollTop + inner.top - outer.top - above;
    }
    if (inner.left < outer.left || inner.right > outer.right) {
      by.left = box.scrollLeft + inner.left - outer.left - (outer.width - inner.width) / 2;
    }
    if ("top" in by || "left" in by) box.scrollTo(by);
  }

  // What scrolls must be reachable by keyboard; what doesn't should be no stop on the way.
  function mend() {
    for (const box of document.querySelectorAll(".scroll")) {
      const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
      if (scrolls) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  }

  function go(step) {
    show(step);
    // Browsers mind an address that changes many times a second.
    clearTimeout(told);
    told = setTimeout(() => history.replaceState(null, "", `#move-${current}`), 250);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    byId("play").textContent = byId("play").dataset.play;
    byId("heard").setAttribute("aria-live", "polite");
  }

  function play() {
    if (timer) return stop();
    if (current === last) go(0);
    byId("play").textContent = byId("play").dataset.pause;
    byId("heard").setAttribute("aria-live", "off");
    timer = setInterval(() => (current < last ? go(current + 1) : stop()), pause);
  }

  function goByHand(step) {
    if (timer) stop();
    go(step);
  }

  const ways = {
    first: () => goByHand(0),
    back: () => goByHand(current - 1),
    play,
    forward: () => goByHand(current + 1),
    last: () => goByHand(last),
  };
  for (const [id, way] of Object.entries(ways)) byId(id).addEventListener("click", way);
  slider.addEventListener("input", () => goByHand(Number(slider.value)));

  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };
  document.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = event.target;
    // The slider and boxes that scroll have these keys for themselves, buttons have the space bar.
    if (at === slider && way !== "play") return;
    if (at !== slider && at.closest(".scroll") && way !== "play") return;
    if (at.closest("button, summary, a") && way === "play") return;
    event.preventDefault();
    ways[way]();
  });

  function enlarge(large) {
    byId("board").classList.toggle("large", large);
    byId("size").setAttribute("aria-pressed", String(large));
    mend();
  }

  byId("size").hidden = false;
  byId("size").addEventListener("click", () => enlarge(byId("size").getAttribute("aria-pressed") !== "true"));

  function follow() {
    const move = /^#move-(\d+)$/.exec(location.hash);
    if (move) {
      if (timer) stop();
      show(Number(move[1]));
    }
    const rule = location.hash.startsWith("#rule-") && byId(decodeURIComponent(location.hash.slice(1)));
    if (rule) {
      rule.open = true;
      rule.querySelector("summary").focus();
      mend();
    }
  }

  document.addEventListener("toggle", mend, true);
  window.addEventListener("resize", mend);
  window.addEventListener("hashchange", follow);
  enlarge(window.matchMedia("(max-width: 40rem)").matches);
  show(current);
  follow();
  settled = true;
})();

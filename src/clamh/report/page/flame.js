// Draws the flame graphs when they come into view, enlarges a clicked frame, and marks what is searched.
// Names of functions only become text nodes, never markup. `vegaEmbed` is the chart library's.
"use strict";
(() => {
  const trees = JSON.parse(document.getElementById("data").textContent);
  const [search, count] = ["search", "count"].map((id) => document.getElementById(id));
  const views = new Map();
  const ROW = 20; // pixels
  const SHORT = "replace(datum.name, regexp('\\\\b(?:[a-z_]\\\\w*\\\\.)+(?=[A-Z])', 'g'), '')"; // a class without its package: its end would be cut

  const wanted = () => search.value.trim().toLowerCase();

  /** A Vega specification: https://vega.github.io/vega/docs/transforms/partition/ */
  function specify(nodes, width) {
    const depths = new Map();
    for (const node of nodes) depths.set(node.id, node.parent === null ? 0 : depths.get(node.parent) + 1);
    const [left, right] = ["max(0, scale('x', datum.x0))", "min(width, scale('x', datum.x1))"];
    const room = `${right} - ${left}`;
    return {
      width, height: (Math.max(...depths.values()) + 1) * ROW, padding: 0, autosize: "none", background: null,
      signals: [
        { name: "focus", value: { x0: 0, x1: 1 }, on: [{ events: "@frame:click", update: "{x0: datum.x0, x1: datum.x1}" }] },
        { name: "wanted", value: wanted() },
      ],
      data: [
        { name: "tree", values: nodes, transform: [{ type: "stratify", key: "id", parentKey: "parent" },
          { type: "partition", field: "size", size: [1, 1] }] },
        { name: "frames", source: "tree", transform: [{ type: "filter",
          expr: "datum.x1 > focus.x0 && datum.x0 < focus.x1 && (datum.x1 - datum.x0) / (focus.x1 - focus.x0) * width >= 0.5" }] },
      ],
      scales: [{ name: "x", type: "linear", domain: { signal: "[focus.x0, focus.x1]" }, range: "width", zero: false, nice: false }],
      marks: [
        { type: "rect", name: "frame", from: { data: "frames" }, encode: { update: {
          x: { signal: left }, x2: { signal: right }, y: { signal: `datum.depth * ${ROW}` }, height: { value: ROW - 1 },
          fill: { signal: "wanted && indexof(lower(datum.name), wanted) >= 0 ? 'var(--side-2)' : datum.place ? 'var(--side-1)' : 'var(--side-8)'" },
          stroke: { value: "var(--page)" }, strokeWidth: { value: 0.5 }, cursor: { value: "pointer" },
          tooltip: { signal: "{title: datum.name, place: datum.place, total: format(datum.total, '.1%'), self: format(datum.own, '.1%')}" },
        } } },
        { type: "text", interactive: false, from: { data: "frames" }, encode: { update: {
          x: { signal: `${left} + 4` }, y: { signal: `datum.depth * ${ROW} + ${ROW / 2}` }, baseline: { value: "middle" },
          text: { signal: `${room} > 30 ? ${SHORT} : ''` }, limit: { signal: `max(1, ${room} - 8)` },
          fill: { value: "var(--page)" }, font: { value: "system-ui, sans-serif" }, fontSize: { value: 12 },
        } } },
      ],
    };
  }

  async function drawGraph(figure) {
    const holder = figure.querySelector(".drawing");
    const number = Number(figure.dataset.graph);
    const spec = specify(trees[number], holder.clientWidth || 800);
    spec.description = `Flame graph of ${trees[number][0].name}; the table below has its functions`;
    const { view } = await vegaEmbed(holder, spec, { mode: "vega", renderer: "svg", actions: false, logLevel: 1 });
    views.set(number, view);
  }

  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      drawGraph(entry.target);
    }
  }, { rootMargin: "300px" });
  for (const figure of document.querySelectorAll("figure.chart")) near.observe(figure);

  /** The share of a profile below frames whose names contain the text; a frame below another counts once. */
  function sumShare(nodes, text) {
    const inside = new Set();
    let share = 0;
    for (const node of nodes) {
      if (!inside.has(node.parent) && node.parent !== null && node.name.toLowerCase().includes(text)) share += node.total;
      else if (!inside.has(node.parent)) continue;
      inside.add(node.id);
    }
    return share;
  }

  search.form.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", () => {
    const text = wanted();
    for (const view of views.values()) view.signal("wanted", text).runAsync();
    count.textContent = text ? "found in " + trees.map((nodes) => `${(100 * sumShare(nodes, text)).toFixed(1)} %`).join(", ") : "";
  });
})();

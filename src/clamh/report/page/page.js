// The page's behaviour: colours, filter and order, charts when they come into view, and the panel with the source of a row's figures.
// Texts of a run only become text nodes, never markup. `vegaEmbed` is the chart library's.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== "" && child !== null && child !== undefined));
    return element;
  }

  // ---- colours

  for (const button of all(".themes button")) {
    button.addEventListener("click", () => {
      document.documentElement.dataset.theme = button.dataset.theme;
      for (const other of all(".themes button")) other.setAttribute("aria-pressed", String(other === button));
    });
  }

  // ---- charts

  /** The records of a chart: its rows, or the forks of its rows with the name of the side. */
  function collectRecords(chart) {
    const rows = chart.rows.map((number) => data.rows[number]);
    if (chart.of === "rows") return rows.map(({ forks, ...row }) => row);
    return rows.flatMap((row) => row.forks.map((fork) => ({ side: row.side, scale: row.scale, ...fork })));
  }

  /** Fits a chart to the width: its legend and the small charts of a facet get as many columns as there is room for. */
  function fitWidth(spec, width, records) {
    if (!spec.facet) {
      const longest = (name) => 7 * Math.max(0, ...records.map((record) => String(record[name] ?? "").length)); // pixels
      const room = width - Math.min(width / 2, longest("case")); // beside the labels of the axis
      spec.config.legend.columns = Math.max(1, Math.floor(room / (36 + longest("side"))));
      spec.width = width;
      spec.autosize = { type: "fit-x", contains: "padding" };
      return;
    }
    const facets = new Set(records.map((record) => record[spec.facet.field])).size || 1;
    spec.columns = Math.max(1, Math.min(spec.columns, facets, Math.floor(width / 290)));
    spec.spec.width = Math.max(120, Math.min(420, Math.floor(width / spec.columns) - 80));
  }

  async function drawChart(figure) {
    if (figure.dataset.drawn) return;
    figure.dataset.drawn = "yes";
    const chart = data.charts[figure.dataset.chart];
    const holder = figure.querySelector(".drawing");
    const spec = structuredClone(data.specs[chart.spec]);
    const records = collectRecords(chart);
    fitWidth(spec, holder.clientWidth || 600, records);
    spec.data = { values: records };
    spec.description = figure.querySelector("figcaption").textContent;
    await vegaEmbed(holder, spec, { mode: "vega-lite", renderer: "svg", actions: false, defaultStyle: false, logLevel: 1 });
  }

  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      drawChart(entry.target);
    }
  }, { rootMargin: "300px" });
  const figures = all("figure.chart");
  for (const figure of figures) near.observe(figure);

  const MAX_PRINTED = 60; // charts; a longer report prints those that were seen
  window.addEventListener("beforeprint", () => {
    const open = figures.filter((figure) => !figure.closest("details:not([open])") && !figure.closest("[hidden]"));
    if (open.length <= MAX_PRINTED) open.forEach(drawChart);
  });

  // ---- the source of a row's figures

  const pair = (name, value) => make("div", {}, make("dt", {}, name), make("dd", {}, value));

  function listScores(row) {
    const head = make("tr", {}, ...["Fork", "Warmup", "Measurement", ""].map((text) => make("th", { scope: "col" }, text)));
    const lines = row.forks.map((fork) => {
      const texts = fork.scores.map((score) => (score === null ? "∞" : String(score)));
      const note = fork.failure || (fork.counts ? "" : "does not count");
      return make("tr", {}, make("th", { scope: "row" }, fork.fork < 0 ? `warmup ${-fork.fork}` : String(fork.fork + 1)),
        make("td", {}, texts.slice(0, fork.warmup).join("  ")), make("td", {}, texts.slice(fork.warmup).join("  ")), make("td", {}, note));
    });
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Scores of all iterations" },
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...lines)));
  }

  function describeRatio(ratio) {
    const unmet = ratio.unmet.map(([name, message]) => `${name}: ${message}`).join("; ");
    const terms = ratio.equal.length ? `Equal terms: ${ratio.equal.join(", ")}.` : "";
    return [pair(`ratio to the ${ratio.kind}`, `${ratio.to}: ${[ratio.value, ratio.verdict].filter(Boolean).join(", ")}`),
      ...(unmet ? [pair("terms that differ", unmet)] : []), ...(terms ? [pair("terms", terms)] : [])];
  }

  function buildSource(row, columns) {
    const panel = make("div", { class: "panel" });
    panel.append(make("p", {}, data.methods[row.method]));
    const list = make("dl", { class: "pairs" }, pair("benchmark", `${row.name} on ${row.platform}`), pair("source", row.source));
    if (row.means.length) list.append(pair(`means of ${row.means.length} of ${row.planned}, ${row.unit}`, row.means.join("  ")));
    for (const [name, value] of row.facts) list.append(pair(name, value));
    for (const ratio of row.ratios) list.append(...describeRatio(ratio));
    if (row.ratios.length) list.append(pair("verdict", data.methods.ratio));
    for (const [code, text] of row.warnings) list.append(pair(code, text));
    list.append(pair("raw lines", make("code", {}, row.lines)), pair("all figures", make("code", {}, data.methods.show)));
    panel.append(list);
    if (row.forks.length) panel.append(make("p", { class: "faint" }, `Score of each iteration, ${row.unit}:`), listScores(row));
    return make("tr", { class: "source", id: `source-${row.number}` }, make("td", { colspan: String(columns) }, panel));
  }

  function toggleSource(line, open) {
    const button = line.querySelector(".open");
    const below = line.nextElementSibling;
    const shown = below && below.classList.contains("source") ? below : null;
    if (open === undefined ? shown : !open) {
      if (shown) shown.remove();
    } else if (!shown) {
      const number = line.dataset.row;
      line.after(buildSource({ ...data.rows[number], number }, line.closest("table").tHead.rows[0].cells.length));
      button.setAttribute("aria-controls", `source-${number}`);
    }
    button.setAttribute("aria-expanded", String(line.nextElementSibling?.classList.contains("source") ?? false));
  }

  document.addEventListener("click", (event) => {
    const line = event.target.closest("tr.row");
    if (line && !event.target.closest("a") && !String(getSelection())) toggleSource(line);
  });

  /** Shows the row that the address names, and where its figures come from. */
  function openTarget() {
    const line = document.getElementById(location.hash.slice(1));
    for (const other of all("tr.target")) other.classList.remove("target");
    if (!line || !line.matches("tr.row")) return;
    if (line.closest("[hidden]")) clearFilter();
    line.classList.add("target");
    toggleSource(line, true);
    line.scrollIntoView({ block: "center" });
    line.querySelector(".open").focus({ preventScroll: true });
  }
  window.addEventListener("hashchange", openTarget);
  document.addEventListener("click", (event) => { // the same address again changes no hash
    if (event.target.closest(`a[href="${CSS.escape(location.hash)}"]`)) openTarget();
  });

  // ---- filter and order

  const [filter, state, sort, count] = ["filter", "state", "sort", "count"].map((id) => document.getElementById(id));
  const benchmarks = all(".benchmark");
  const variants = all("tbody[data-contest]").map((body) => ({ body, number: body.dataset.contest, words: body.dataset.words, states: body.dataset.states.split(" ") }));
  const answers = all(".answer tbody tr");

  function applyFilter() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = new Set();
    for (const { body, number, words: text, states } of variants) {
      const matches = words.every((word) => text.includes(word)) && (!state.value || states.includes(state.value));
      body.hidden = !matches;
      if (matches) shown.add(number);
    }
    for (const line of answers) line.hidden = !shown.has(line.dataset.contest);
    for (const benchmark of benchmarks) benchmark.hidden = !benchmark.querySelector("tbody[data-contest]:not([hidden])");
    count.textContent = shown.size === variants.length ? "" : `${shown.size} of ${variants.length} shown`;
  }

  function clearFilter() {
    filter.value = "";
    state.value = "";
    applyFilter();
  }

  const KEYS = {
    place: (benchmark) => Number(benchmark.dataset.place), name: (benchmark) => benchmark.dataset.name.toLowerCase(),
    time: (benchmark) => Number(benchmark.dataset.time), difference: (benchmark) => -Number(benchmark.dataset.difference),
  };

  function applySort() {
    const key = KEYS[sort.value];
    const ordered = [...benchmarks].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
    document.getElementById("list").append(...ordered);
    const order = new Map(ordered.flatMap((benchmark) => all("tbody[data-contest]", benchmark)).map((body, index) => [body.dataset.contest, index]));
    const lines = [...answers].sort((a, b) => order.get(a.dataset.contest) - order.get(b.dataset.contest));
    if (lines.length) lines[0].parentElement.append(...lines);
  }

  if (filter) {
    filter.form.addEventListener("submit", (event) => event.preventDefault());
    filter.addEventListener("input", applyFilter);
    state.addEventListener("change", applyFilter);
    sort.addEventListener("change", applySort);
  }
  openTarget();
})();

// Steps through the execution that the page shows.  The page is complete without it: this only adds the player.
"use strict";
(() => {
  /**
   * @typedef {{n: number, t: number, line?: string, where?: string, say?: string, switch?: boolean, flush?: boolean,
   *   memory?: Object<string, string>, held?: Object<string, string[]>, buffers?: Object<string, [number, string][]>,
   *   from?: number[], unseen?: number[], issued?: number[], others?: Object<string, [string, string]>}} Row
   *   A step; its changes to the state; in the last one, where the other threads stand.
   * @typedef {{rows: Row[], threads: {id: number, name: string, born: number}[], initial: Object<string, string>,
   *   buffers: boolean}} Story
   */
  const SVG = "http://www.w3.org/2000/svg";
  const HUES = 8;
  /** Addresses of steps: those of the table, and those of the player. */
  const STEP = /^#(?:s|step=)(\d+)$/;

  /** @param {string} id @returns {HTMLElement} */
  const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} name @param {string} classes @param {string} [text] */
  const make = (name, classes, text) => {
    const made = document.createElement(name);
    made.className = classes;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /** @type {Story} */
  const story = JSON.parse(find("story").textContent || "");
  const rows = story.rows;
  const last = rows.length - 1;
  const slider = /** @type {HTMLInputElement} */ (find("slider"));
  const lanes = find("lanes");
  /** The row of the table for a row of the story. @param {Row} row */
  const inTable = (row) => find(`s${row.n + 1}`);
  /** @type {Map<number, Row>} */
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  let now = 0;

  // --- state: what all rows up to one have changed, added up

  /** @param {number} upTo */
  function stateAfter(upTo) {
    const state = { memory: new Map(Object.entries(story.initial)), held: {}, buffers: {}, at: {} };
    for (const row of rows.slice(0, upTo + 1)) {
      for (const [place, value] of Object.entries(row.memory || {})) state.memory.set(place, value);
      Object.assign(state.held, row.held);
      Object.assign(state.buffers, row.buffers);
      if (!row.flush) state.at[row.t] = row;
      for (const [thread, [line, where]] of Object.entries(row.others || {})) state.at[thread] = { line, where };
    }
    return state;
  }

  function showMemory(state, row) {
    const list = find("memory");
    list.replaceChildren();
    for (const [place, value] of state.memory) {
      const changed = row.memory && place in row.memory;
      const pair = make("div", changed ? "pair changed" : "pair");
      pair.append(make("dt", "", place), make("dd", value === "" ? "unknown" : "", value === "" ? "–" : value));
      list.append(pair);
    }
    if (!state.memory.size) list.append(make("p", "quiet", "No shared variables in this story."));
  }

  function showThreads(state, row) {
    const box = find("threads");
    box.replaceChildren();
    for (const thread of story.threads) {
      const at = state.at[thread.id];
      const where = at ? at.where : thread.born <= row.n && thread.id ? "about to start" : "not yet";
      const card = make("div", `thread t${thread.id % HUES}${thread.id === row.t ? " running" : ""}${at ? "" : " absent"}`);
      const title = make("div", "name");
      title.append(make("b", "", `T${thread.id}`), ` ${thread.name}`, make("span", "place", where));
      card.append(title);
      const held = state.held[thread.id] || [];
      if (held.length) card.append(labelled("holds", held.map((lock) => make("span", "chip lock", lock))));
      if (story.buffers) card.append(bufferOf(state.buffers[thread.id] || [], row));
      box.append(card);
    }
  }

  function labelled(label, chips) {
    const line = make("div", "chips");
    line.append(make("span", "label", label), ...chips);
    return line;
  }

  /** A store buffer: the write that has waited longest is next to memory. */
  function bufferOf(writes, row) {
    const chips = writes.map(([issued, text]) => make("span", issued === row.n ? "chip entering" : "chip", text));
    if (!chips.length) chips.push(make("span", "quiet", "empty"));
    return labelled("store buffer", chips);
  }

  // --- source: the current line, and where each thread stands

  function showSource(state, row) {
    for (const old of document.querySelectorAll(".ln.now")) old.classList.remove("now");
    for (const old of document.querySelectorAll(".ln .at")) old.replaceChildren();
    for (const thread of story.threads) {
      const at = state.at[thread.id];
      const line = at && at.line && document.getElementById(at.line);
      const mark = make("b", `t${thread.id % HUES}${thread.id === row.t ? " running" : ""}`, `T${thread.id}`);
      if (line) line.querySelector(".at").append(mark);
    }
    const line = row.line && document.getElementById(row.line);
    if (!line) return;
    line.classList.add("now");
    for (let hue = 0; hue < HUES; hue++) line.classList.toggle(`t${hue}`, hue === row.t % HUES);
    bringIntoView(find("sources"), line);
  }

  /** Scrolls a box, and not the page, if what is to be seen lies near or outside its edges. */
  function bringIntoView(box, target) {
    const outer = box.getBoundingClientRect();
    const inner = target.getBoundingClientRect();
    const margin = Math.min(60, outer.height / 4);
    if (inner.top < outer.top + margin || inner.bottom > outer.bottom - margin)
      box.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2);
    const left = inner.left - outer.left;
    if (box === lanes && (left < 40 || inner.right > outer.right)) box.scrollLeft += left - 80;
  }

  // --- arrows: from writes to the reads that see them, and to those that do not

  const drawing = document.createElementNS(SVG, "svg");
  const [faint, strong] = [document.createElementNS(SVG, "g"), document.createElementNS(SVG, "g")];
  drawing.setAttribute("class", "arrows");
  drawing.setAttribute("aria-hidden", "true");
  drawing.append(faint, strong);
  lanes.append(drawing);

  /** Where the event of each row is, in the drawing. @type {Map<number, {left: number, right: number, y: number}>} */
  const places = new Map();

  /** After a change of size: everything is measured first and drawn then, or the browser would lay out the page anew
   * for every arrow. */
  function measure() {
    drawing.setAttribute("width", String(find("timeline").scrollWidth));
    drawing.setAttribute("height", String(find("timeline").scrollHeight));
    const origin = drawing.getBoundingClientRect();
    for (const row of rows) {
      const box = inTable(row).querySelector(".event").getBoundingClientRect();
      const [left, right] = [box.left - origin.left, box.right - origin.left];
      places.set(row.n, { left, right, y: box.top + 12 - origin.top });
    }
    const between = rows.flatMap((row) => (row.from || []).map((source) => ({ source, row })));
    const across = between.filter(({ source, row }) => byNumber.get(source)?.t !== row.t);
    faint.replaceChildren(...across.flatMap(({ source, row }) => arrow(source, row, "rf")));
    drawCurrent();
  }

  function drawCurrent() {
    const row = rows[now];
    const kinds = { "rf current": row.from, "unseen current": row.unseen, "drain current": row.issued };
    const made = Object.entries(kinds).flatMap(([kind, sources]) =>
      (sources || []).flatMap((source) => arrow(source, row, kind)));
    strong.replaceChildren(...made);
  }

  /** A line and its head; nothing if one end is not on the page. @param {number} source @param {Row} to
   * @param {string} classes */
  function arrow(source, to, classes) {
    const [a, b] = [places.get(source), places.get(to.n)];
    if (!a || !b) return [];
    const side = b.left > a.right - 4 ? 1 : a.left > b.right - 4 ? -1 : 0;
    const x1 = side > 0 ? a.right : a.left;
    const x2 = side < 0 ? b.right : b.left;
    const bend = side * Math.max(24, Math.abs(x2 - x1) / 2) || 26;
    const [c1, c2] = side ? [x1 + bend, x2 - bend] : [x1 - bend, x2 - bend];
    const into = side < 0 ? -1 : 1;
    const line = `M${x1} ${a.y} C${c1} ${a.y} ${c2} ${b.y} ${x2 - 3 * into} ${b.y}`;
    return [shape(line, classes), shape(`M${x2} ${b.y} l${-8 * into} -4.5 v9 z`, `head ${classes}`)];
  }

  /** @param {string} d @param {string} classes */
  function shape(d, classes) {
    const made = document.createElementNS(SVG, "path");
    made.setAttribute("d", d);
    made.setAttribute("class", classes);
    return made;
  }

  // --- going somewhere

  /** @param {number} to @param {boolean} [quiet] The page has just been opened: it keeps its place and address. */
  function go(to, quiet) {
    inTable(rows[now]).removeAttribute("aria-current");
    const before = now;
    now = Math.max(0, Math.min(last, to));
    for (let i = Math.min(before, now) + 1; i <= Math.max(before, now); i++)
      inTable(rows[i]).classList.toggle("later", i > now);
    const row = rows[now];
    const state = stateAfter(now);
    inTable(row).setAttribute("aria-current", "step");
    slider.value = String(now + 1);
    slider.setAttribute("aria-valuetext", `step ${row.n + 1}`);
    find("count").textContent = `${row.n + 1} / ${rows[last].n + 1}`;
    const said = make("b", `t${row.t % HUES}`, `T${row.t}`);
    find("now").replaceChildren(said, ` ${row.where || ""}: `, make("span", "say", row.say || ""));
    showMemory(state, row);
    showThreads(state, row);
    showSource(state, row);
    bringIntoView(lanes, inTable(row).querySelector(".event"));
    drawCurrent();
    for (const id of ["go-first", "go-back", "go-before"]) enable(id, now > 0);
    for (const id of ["go-forward", "go-last", "go-after", "go-violation"]) enable(id, now < last);
    if (!quiet) history.replaceState(null, "", `#step=${row.n + 1}`);
  }

  /** Buttons that can do nothing stay where the keyboard is. */
  function enable(id, can) {
    find(id).setAttribute("aria-disabled", String(!can));
  }

  /** The next row at which another thread takes over. @param {number} way */
  function change(way) {
    for (let i = now + way; i > 0 && i < last; i += way) if (rows[i].switch) return i;
    return way > 0 ? last : 0;
  }

  const actions = {
    "go-first": () => go(0),
    "go-back": () => go(now - 1),
    "go-forward": () => go(now + 1),
    "go-last": () => go(last),
    "go-before": () => go(change(-1)),
    "go-after": () => go(change(1)),
    "go-violation": () => go(last),
  };
  const keys = {
    ArrowLeft: "go-back", ArrowRight: "go-forward", Home: "go-first", End: "go-last", PageUp: "go-before",
    PageDown: "go-after", v: "go-violation", V: "go-violation",
  };

  function listen() {
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
    slider.addEventListener("input", () => go(Number(slider.value) - 1));
    document.addEventListener("keydown", (event) => {
      const action = keys[event.key];
      const elsewhere = event.target instanceof Element && event.target.closest(".canvas"); // scrolls by itself
      if (!action || elsewhere || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      actions[action]();
    });
    rows.forEach((row, index) => {
      inTable(row).addEventListener("click", (event) => {
        if (event.target instanceof Element && event.target.closest("a.where")) return;
        event.preventDefault();
        go(index);
      });
    });
    addEventListener("resize", measure);
    addEventListener("hashchange", () => {
      if (STEP.test(location.hash)) go(asked());
    });
  }

  /** The step that the address names, or the first. */
  function asked() {
    const named = STEP.exec(location.hash);
    const index = named ? rows.findIndex((row) => row.n === Number(named[1]) - 1) : 0;
    return Math.max(0, index);
  }

  document.documentElement.classList.add("js");
  for (const id of ["controls", "state"]) find(id).hidden = false;
  slider.max = String(last + 1);
  listen();
  const first = asked();
  // an address of the table without a script would make the browser scroll there
  if (location.hash.startsWith("#s")) history.replaceState(null, "", `#step=${rows[first].n + 1}`);
  for (const row of rows.slice(1)) inTable(row).classList.add("later");
  measure();
  go(first, true);
})();

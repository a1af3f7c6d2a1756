import { pageAddress, pageQuery } from '../../page-address.js';
import { placeOf, strokeWay, waysOf } from '../../ways.js';

/** @typedef {import('../../layers/source.js').Drawing} Drawing */
/** @typedef {import('../../ways.js').Way} Way */

/** How often it is looked whether somebody flies; the interval of requests while the server still reads the day; the maximum age of what is shown. Milliseconds. */
const [lookMs, readingMs, renewMs] = [1_000, 3_000, 600_000];
/** All who watch the last flight leave do not ask at once; the wait after a request without an answer. Milliseconds. */
const [spreadMs, retryMs] = [20_000, 20_000];
/** The server's unit: a thousandth of a degree. */
const perDegree = 1_000;
/** Opacity of the ways: the maximum up to this number of them, less for more. */
const [fewWays, minStrength, maxStrength] = [30, 0.2, 0.62];
/** Radius of the dot at its ends. */
const endPx = 2.4;
/** Sections of the panel that the server writes. */
const sections = ['quiet', 'recent'];

/** What the map shows while nobody flies: the ways of the last day, the next departures, the replay. */
export class Quiet {
  /** @param {{ view: import('../view.js').MapView, root: string, isQuiet: () => boolean, isTouched: () => boolean }} needs `isTouched`: whether the visitor has moved the map */
  constructor({ view, root, isQuiet, isTouched }) {
    this.view = view;
    this.root = root;
    this.isQuiet = isQuiet;
    this.isTouched = isTouched;
    /** @type {readonly Way[]} */
    this.ways = [];
    this.wasQuiet = false;
    /** When the ways are loaded next, and the sections. The page itself brought the first ones. */
    this.waysDue = 0;
    this.sectionsDue = document.getElementById('quiet') === null ? 0 : Date.now() + renewMs;
    /** Whether somebody flew since the page was opened. */
    this.hasFlown = performance.getEntriesByName('first-aircraft').length > 0;
    this.wasFramed = false;
    view.scene.below.unshift((drawing) => this.draw(drawing));
    setInterval(() => this.look(), lookMs);
    this.look();
  }

  look() {
    const isQuiet = this.isQuiet();
    if (isQuiet !== this.wasQuiet) this.change(isQuiet);
    if (!isQuiet || document.hidden) return;
    const now = Date.now();
    if (now >= this.waysDue) void this.loadWays(now);
    if (now >= this.sectionsDue) void this.renewSections(now);
  }

  /** @param {boolean} isQuiet */
  change(isQuiet) {
    this.wasQuiet = isQuiet;
    const section = document.getElementById('quiet');
    if (section !== null) section.hidden = !isQuiet;
    if (isQuiet && this.hasFlown) this.waysDue = this.sectionsDue = Date.now() + Math.random() * spreadMs;
    this.hasFlown ||= !isQuiet;
    this.view.scene.layer.redrawSoon();
  }

  /** @param {number} now */
  async loadWays(now) {
    this.waysDue = now + renewMs;
    const answer = await fetch(`${this.root}replay/lines.json`).catch(() => null);
    if (answer?.ok !== true) {
      this.waysDue = now + retryMs;
      return;
    }
    const { loaded, lines } = await answer.json();
    if (loaded < 1) this.waysDue = now + readingMs;
    this.ways = waysOf(lines, perDegree);
    this.view.holder.dataset.ways = String(this.ways.length);
    this.showFlown();
    this.frame();
    this.view.scene.layer.redrawSoon();
  }

  /** Says what the lines are, and offers the replay. */
  showFlown() {
    const flown = document.getElementById('flown');
    if (flown !== null) flown.hidden = this.ways.length === 0;
  }

  /** Brings them into view once, unless the visitor looks elsewhere. */
  frame() {
    if (this.wasFramed || this.hasFlown || this.ways.length === 0) return;
    this.wasFramed = true;
    if (this.isTouched()) return;
    const placed = this.ways
      .flatMap(({ spots }) => [spots[0], spots[spots.length >> 1], spots.at(-1)])
      .flatMap((spot) => {
        if (spot === undefined) return [];
        const place = placeOf(spot);
        return [{ at: () => place, flight: { departure: place, arrival: place } }];
      });
    this.view.frame(placed, { maxZoom: 5, animate: true, withAirports: false });
  }

  /** Takes the sections from a newer copy of this page, unless the visitor reads them by keyboard. @param {number} now */
  async renewSections(now) {
    this.sectionsDue = now + renewMs;
    const query = pageQuery();
    // The page of a flight that has ended is another one.
    query.delete('flight');
    const answer = await fetch(pageAddress(query)).catch(() => null);
    if (answer?.ok !== true) this.sectionsDue = now + retryMs;
    if (answer?.ok !== true || !this.isQuiet()) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const known = sections.map((id) => document.getElementById(id));
    if (known.some((section) => section?.contains(document.activeElement))) return;
    for (const section of known) section?.remove();
    const newer = sections.map((id) => page.getElementById(id)).filter((section) => section !== null);
    document.getElementById('empty')?.after(...newer.map((section) => document.adoptNode(section)));
    this.showFlown();
  }

  /** @param {Drawing} drawing */
  draw({ context, view, palette }) {
    if (!this.wasQuiet || this.ways.length === 0) return;
    context.save();
    context.lineJoin = 'round';
    context.strokeStyle = context.fillStyle = palette.route;
    context.lineWidth = view.zoom < 4 ? 1.3 : 1.7;
    // Many lines over each other are stronger: the usual ways are seen.
    const strength = Math.max(minStrength, Math.min(maxStrength, maxStrength * Math.sqrt(fewWays / this.ways.length)));
    context.globalAlpha = strength;
    const ends = this.ways.flatMap((way) => strokeWay(context, view, way));
    context.globalAlpha = Math.min(1, strength * 1.3);
    context.beginPath();
    for (const { x, y } of ends) {
      context.moveTo(x + endPx, y);
      context.arc(x, y, endPx, 0, 2 * Math.PI);
    }
    context.fill();
    context.restore();
  }
}

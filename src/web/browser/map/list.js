import { figures, say } from '../visitor/visitor.js';
import { phaseGroup } from './coloring.js';
import { element, make, setText } from './dom.js';
import { progressOf } from './progress.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {{ item: HTMLLIElement, button: HTMLButtonElement, mark: HTMLElement, call: HTMLElement, route: HTMLElement, state: HTMLElement, eta: HTMLElement, lands: HTMLElement, bar: HTMLElement }} Row */

/** Rows that are ready above and below those that are visible. */
const spare = 6;
/** Height of a row until one has been measured. */
const usualRowPx = 56;

/** The list of all flights, however many: only the rows in view are in the page. Accessible by keyboard and screen reader. */
export class FlightList {
  /** @param {{ onChoose: (id: string) => void, isFollowed: (id: string) => boolean, colorOf: (aircraft: Aircraft) => string }} options */
  constructor({ onChoose, isFollowed, colorOf }) {
    this.list = element('list');
    this.scroller = element('list-scroller');
    this.onChoose = onChoose;
    this.isFollowed = isFollowed;
    this.colorOf = colorOf;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {readonly Aircraft[]} */
    this.flights = [];
    /** @type {string | null} */
    this.chosenId = null;
    /** The flight that the Tab key leads to. @type {string | null} */
    this.activeId = null;
    this.rowPx = usualRowPx;
    /** The width for which rows were measured. */
    this.measuredPx = 0;
    this.scroller.addEventListener('scroll', () => this.refresh(), { passive: true });
    new ResizeObserver(() => this.refresh()).observe(this.scroller);
    this.list.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.dataset.flight !== undefined) this.activeId = target.dataset.flight;
    });
  }

  /** @param {readonly Aircraft[]} flights in the order of the list @param {string | null} chosenId */
  show(flights, chosenId) {
    this.flights = flights;
    this.chosenId = chosenId;
    this.refresh();
  }

  /** Updates the rows in view. */
  refresh() {
    const shown = this.inView();
    const ids = new Set(shown.map((index) => this.flights[index]?.flight.id));
    const focused = document.activeElement;
    for (const [id, { item }] of this.rows) {
      if (ids.has(id)) continue;
      item.remove();
      this.rows.delete(id);
    }
    this.list.style.height = `${this.flights.length * this.rowPx}px`;
    if (this.activeId === null || !ids.has(this.activeId))
      this.activeId = this.flights[shown[0] ?? 0]?.flight.id ?? null;
    shown.forEach((index, place) => {
      const aircraft = this.flights[index];
      if (aircraft !== undefined) this.place(aircraft, index, place);
    });
    // A row that changes its place in the page loses the focus.
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected)
      focused.focus({ preventScroll: true });
    this.measure();
  }

  /** Returns the indexes of the rows in view, and of the one that has the focus. */
  inView() {
    const { scrollTop, clientHeight } = this.scroller;
    const from = Math.max(0, Math.floor(scrollTop / this.rowPx) - spare);
    const to = Math.min(this.flights.length, Math.ceil((scrollTop + clientHeight) / this.rowPx) + spare);
    const indexes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    const focusedId = this.list.contains(document.activeElement) ? this.activeId : null;
    const focused = focusedId === null ? -1 : this.flights.findIndex(({ flight }) => flight.id === focusedId);
    if (focused >= 0 && (focused < from || focused >= to)) indexes.push(focused);
    return indexes.sort((a, b) => a - b);
  }

  /** @param {Aircraft} aircraft @param {number} index in the list @param {number} place among the rows in the page */
  place(aircraft, index, place) {
    const row = this.row(aircraft.flight.id);
    if (this.list.children[place] !== row.item) this.list.insertBefore(row.item, this.list.children[place] ?? null);
    row.item.style.transform = `translateY(${index * this.rowPx}px)`;
    row.item.setAttribute('aria-posinset', String(index + 1));
    row.item.setAttribute('aria-setsize', String(this.flights.length));
    row.button.setAttribute('aria-pressed', String(aircraft.flight.id === this.chosenId));
    row.button.tabIndex = aircraft.flight.id === this.activeId ? 0 : -1;
    this.fill(row, aircraft);
  }

  /** @param {Row} row @param {Aircraft} aircraft */
  fill({ button, mark, call, route, state, eta, lands, bar }, aircraft) {
    const { id, callsign, departure, arrival, aircraft: type, progress } = aircraft.flight;
    const [, , , altitude, gs, , phase] = aircraft.place;
    const at = Date.now();
    const silent = aircraft.silentMin(at);
    button.classList.toggle('silent', silent !== null);
    button.classList.toggle('followed', this.isFollowed(id));
    mark.dataset.group = phaseGroup(phase);
    mark.style.setProperty('--color', this.colorOf(aircraft));
    setText(call, callsign);
    setText(route, `${departure.icao} → ${arrival.icao}`);
    // What a silent flight reported last says little of where it is now.
    const isOnGround = mark.dataset.group === 'ground';
    const moving = isOnGround ? [type ?? ''] : [figures.altitude(altitude), figures.speed(gs)];
    const now = [figures.phase(phase), ...moving].filter(Boolean).join(' · ');
    setText(state, silent === null ? now : say('map.silent', { minutes: silent }));
    const expected = progress[5];
    setText(lands, expected === null ? '' : `${say('list.lands')} `);
    setText(eta, expected === null ? '' : figures.clockOn(expected * 60_000, at));
    bar.style.setProperty('--share', (progressOf(aircraft).share ?? 0).toFixed(3));
  }

  /** @param {string} id @returns {Row} */
  row(id) {
    const known = this.rows.get(id);
    if (known !== undefined) return known;
    const mark = make('span', { class: 'mark', 'aria-hidden': 'true' });
    const [call, route] = [make('strong', { dir: 'auto' }), make('span', { class: 'route' })];
    const [state, eta] = [make('span', { class: 'state' }), make('span', {})];
    const lands = make('span', { class: 'visually-hidden' });
    const name = make('span', { class: 'line' }, call, ' ', route);
    const figure = make('span', { class: 'line' }, state, ' ', make('span', { class: 'eta' }, lands, eta));
    const bar = make('span', { class: 'bar', 'aria-hidden': 'true' });
    const button = make('button', { type: 'button', 'data-flight': id }, mark, name, ' ', figure, bar);
    button.addEventListener('click', () => this.onChoose(id));
    const row = { item: make('li', {}, button), button, mark, call, route, state, eta, lands, bar };
    this.rows.set(id, row);
    return row;
  }

  /** Rows are as high as the highest one in view: what does not fit into a line is not cut. */
  measure() {
    const { clientWidth } = this.scroller;
    const px = Math.max(0, ...[...this.rows.values()].map(({ item }) => item.offsetHeight));
    const isSame = clientWidth === this.measuredPx;
    if (px === 0 || (isSame && px <= this.rowPx)) return;
    this.measuredPx = clientWidth;
    if (px === this.rowPx) return;
    this.rowPx = px;
    this.refresh();
  }

  /** Moves the focus by so many rows, and scrolls there; from outside the list to the chosen flight, or the first. @param {number} step */
  step(step) {
    const isInside = this.list.contains(document.activeElement);
    const startId = isInside ? this.activeId : this.chosenId;
    const start = this.flights.findIndex(({ flight }) => flight.id === startId);
    const next = start < 0 ? 0 : isInside ? start + step : start;
    const index = Math.max(0, Math.min(this.flights.length - 1, next));
    const aircraft = this.flights[index];
    if (aircraft === undefined) return;
    const top = index * this.rowPx;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + this.rowPx > scrollTop + clientHeight) this.scroller.scrollTop = top + this.rowPx - clientHeight;
    this.activeId = aircraft.flight.id;
    this.refresh();
    this.rows.get(aircraft.flight.id)?.button.focus({ preventScroll: true });
  }
}

import { distanceNm } from '../geo.js';
import { figures, say } from '../visitor.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */

/** Maximum number of flights listed; the filter finds the others. */
const maxList = 150;

/** @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {Record<string, string>} attributes @param {...(Node | string)} children @returns {HTMLElementTagNameMap[K]} */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The list of flights, accessible by keyboard and screen reader. */
export class FlightList {
  /** @param {(id: string) => void} onChoose */
  constructor(onChoose) {
    this.list = element('list');
    /** @type {Map<string, { item: HTMLLIElement, button: HTMLButtonElement, call: HTMLElement, route: HTMLElement, state: HTMLElement }>} */
    this.rows = new Map();
    /** @type {Aircraft[]} */
    this.shown = [];
    this.onChoose = onChoose;
  }

  /** @param {Aircraft[]} aircraft those that match the filter @param {number} total @param {string | null} chosen */
  show(aircraft, total, chosen) {
    const sorted = [...aircraft].sort((a, b) => a.flight.callsign.localeCompare(b.flight.callsign)).slice(0, maxList);
    this.shown = sorted;
    const ids = new Set(sorted.map(({ flight }) => flight.id));
    for (const [id, { item }] of this.rows) {
      if (ids.has(id)) continue;
      item.remove();
      this.rows.delete(id);
    }
    sorted.forEach((each, index) => {
      const row = this.row(each);
      row.button.setAttribute('aria-pressed', String(each.flight.id === chosen));
      if (this.list.children[index] !== row.item) this.list.insertBefore(row.item, this.list.children[index] ?? null);
    });
    setText(element('count'), say('map.count', { count: total }));
    const empty = element('empty');
    empty.hidden = aircraft.length > 0 && aircraft.length <= maxList;
    empty.textContent = emptyText(aircraft.length, total);
  }

  /** Updates the time since the last report. */
  refresh() {
    for (const each of this.shown) this.row(each);
  }

  /** @param {Aircraft} aircraft */
  row(aircraft) {
    const { id, callsign, departure, arrival } = aircraft.flight;
    let row = this.rows.get(id);
    if (row === undefined) {
      const [call, route, state] = [make('strong', {}), make('span', {}), make('span', { class: 'state' })];
      const button = make('button', { type: 'button', 'data-flight': id }, call, route, state);
      button.addEventListener('click', () => this.onChoose(id));
      row = { item: make('li', {}, button), button, call, route, state };
      this.rows.set(id, row);
    }
    const [, , , altitude, gs, , phase] = aircraft.place;
    setText(row.call, callsign);
    setText(row.route, `${departure.icao} → ${arrival.icao}`);
    const silent = aircraft.silentMin(Date.now());
    row.button.classList.toggle('silent', silent !== null);
    const now = silent === null ? figures.speed(gs) : say('map.silent', { minutes: silent });
    setText(row.state, `${figures.phase(phase)} · ${figures.altitude(altitude)} · ${now}`);
    return row;
  }
}

/** @param {number} shown @param {number} total */
function emptyText(shown, total) {
  if (shown > maxList) return say('map.not-listed', { count: shown - maxList });
  return total === 0 ? say('map.empty') : say('map.no-match');
}

/** Sets text only if it changed, because screen readers announce every change. @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The card of the selected flight. */
export class Card {
  /** @param {{ flights: string, onClose: () => void, onFollow: (isFollowing: boolean) => void }} options */
  constructor({ flights, onClose, onFollow }) {
    this.card = element('card');
    this.flights = flights;
    this.title = make('h2', {});
    this.route = make('p', { class: 'route' });
    this.figures = make('dl', {});
    /** @type {Map<string, HTMLElement>} */
    this.values = new Map();
    // When the map is embedded in another site, links open in a new tab.
    this.page = make('a', { class: 'button', rel: 'noopener' }, say('card.page'));
    if (this.card.closest('.embedded') !== null) this.page.target = '_blank';
    this.follow = make('button', { type: 'button', 'aria-pressed': 'false' }, say('card.follow'));
    this.follow.addEventListener('click', () => {
      const isOn = this.follow.getAttribute('aria-pressed') !== 'true';
      this.setFollowing(isOn);
      onFollow(isOn);
    });
    const close = make('button', { type: 'button', class: 'close', 'aria-label': say('card.close') }, '×');
    close.addEventListener('click', onClose);
    this.ended = make('p', { class: 'ended', role: 'status' });
    const actions = make('p', { class: 'actions' }, this.page, this.follow);
    this.card.append(close, this.title, this.route, this.ended, this.figures, actions);
  }

  /** @param {boolean} isOn */
  setFollowing(isOn) {
    this.follow.setAttribute('aria-pressed', String(isOn));
  }

  /** @param {Aircraft | null} aircraft @param {number} now @param {boolean} hasLeft whether it has left the map */
  show(aircraft, now, hasLeft) {
    this.card.hidden = aircraft === null;
    if (aircraft === null) return;
    this.figures.hidden = this.follow.hidden = hasLeft;
    this.ended.hidden = !hasLeft;
    setText(this.ended, hasLeft ? say('card.ended') : '');
    const { id, callsign, departure, arrival, aircraft: type, registration } = aircraft.flight;
    const [lat, lon, heading, altitude, gs, vs, phase] = aircraft.place;
    setText(this.title, callsign);
    setText(this.route, `${departure.icao} → ${arrival.icao}`);
    this.page.href = this.flights + encodeURIComponent(id);
    const toGo =
      arrival.lat === null || arrival.lon === null
        ? null
        : distanceNm({ lat, lon }, { lat: arrival.lat, lon: arrival.lon });
    this.figure('card.phase', figures.phase(phase));
    this.figure('card.aircraft', [type, registration].filter((each) => each !== null).join(' · ') || '–');
    this.figure('card.altitude', figures.altitude(altitude));
    this.figure('card.speed', figures.speed(gs));
    this.figure('card.vertical', figures.vertical(vs));
    this.figure('card.heading', figures.heading(heading));
    this.figure('card.remaining', figures.distance(toGo));
    this.figure('card.last-report', figures.ago(aircraft.ageMs(now) / 1_000));
  }

  /** Shows a card for a linked flight that is not on the map. @param {string} id */
  showMissing(id) {
    this.card.hidden = false;
    this.figures.hidden = this.follow.hidden = true;
    this.ended.hidden = false;
    setText(this.title, say('card.missing'));
    setText(this.route, '');
    setText(this.ended, say('card.missing-why'));
    this.page.href = this.flights + encodeURIComponent(id);
  }

  /** @param {import('../wording.js').TextKey} name @param {string} text */
  figure(name, text) {
    let value = this.values.get(name);
    if (value === undefined) {
      value = make('dd', {});
      this.values.set(name, value);
      this.figures.append(make('div', {}, make('dt', {}, say(name)), value));
    }
    setText(value, text);
  }
}

import { figures, say } from '../visitor/visitor.js';
import { element, isEmbedded, make, setText } from './dom.js';
import { progressOf } from './progress.js';
import { Times } from './times.js';
import { WeatherReports } from './weather.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../wording.js').TextKey} TextKey */

/** The card of the selected flight. */
export class Card {
  /** @param {{ root: string, hasWeather: boolean, onClose: () => void, onFollow: () => void, onShare: (id: string, callsign: string) => void }} options */
  constructor({ root, hasWeather, onClose, onFollow, onShare }) {
    this.card = element('card');
    this.root = root;
    this.id = '';
    this.title = make('h2', { dir: 'auto' });
    this.airline = make('p', { class: 'airline', dir: 'auto' });
    this.seen = make('p', { class: 'seen', dir: 'auto' });
    this.from = airportLink();
    this.to = airportLink();
    this.route = make('p', { class: 'route' }, this.from, make('span', { class: 'arrow' }, ' → '), this.to);
    this.silent = make('p', { class: 'silent', role: 'status' });
    this.bar = make('progress', { max: '1', 'aria-label': say('card.progress') });
    this.way = make('p', { class: 'way' });
    this.times = new Times();
    this.figures = make('dl', {});
    /** @type {Map<string, HTMLElement>} */
    this.values = new Map();
    this.weather = new WeatherReports(root, hasWeather);
    this.page = make('a', { class: 'button', rel: 'noopener' }, say('card.page'));
    this.follow = button(say('card.follow'), onFollow);
    this.follow.setAttribute('aria-pressed', 'false');
    this.share = button(say('card.share'), () => onShare(this.id, this.title.textContent ?? ''));
    // When the map is embedded in another site, links open in a new tab.
    if (isEmbedded()) for (const link of [this.page, this.from, this.to]) link.target = '_blank';
    const close = make('button', { type: 'button', class: 'close', 'aria-label': say('card.close') }, '×');
    close.addEventListener('click', onClose);
    this.ended = make('p', { class: 'ended', role: 'status' });
    this.flying = make('div', {}, this.silent, this.bar, this.way, this.times.table, this.figures, this.weather.holder);
    const actions = make('p', { class: 'actions' }, this.page, this.follow, this.share);
    this.card.append(close, this.title, this.airline, this.seen, this.route, this.ended, this.flying, actions);
  }

  /** @param {boolean} isOn */
  setFollowing(isOn) {
    this.follow.setAttribute('aria-pressed', String(isOn));
  }

  /** @param {Aircraft | null} aircraft @param {number} now @param {boolean} hasLeft whether it has left the map */
  show(aircraft, now, hasLeft) {
    this.card.hidden = aircraft === null;
    if (aircraft === null) return;
    const { id, callsign, departure, arrival, airline, network } = aircraft.flight;
    this.begin(id, hasLeft ? say('card.ended') : '');
    setText(this.title, callsign);
    setText(this.airline, [airline, networkName(network)].filter(Boolean).join(' · '));
    this.showSeen(aircraft.flight.progress[7]);
    this.showAirport(this.from, departure);
    this.showAirport(this.to, arrival);
    this.route.hidden = false;
    if (!hasLeft) this.showFigures(aircraft, now);
  }

  /** @param {import('../../live/wire.ts').MapProgress[7]} seen */
  showSeen(seen) {
    this.seen.hidden = seen === null;
    if (seen !== null) setText(this.seen, say('network.seen', { network: networkName(seen[0]), callsign: seen[1] }));
  }

  /** Shows a card for a linked flight that is not on the map. @param {string} id */
  showMissing(id) {
    this.card.hidden = false;
    this.begin(id, say('card.missing-why'));
    setText(this.title, say('card.missing'));
    setText(this.airline, '');
    this.seen.hidden = true;
    this.route.hidden = true;
  }

  /** @param {string} id @param {string} ended why there is nothing more to show; empty when there is */
  begin(id, ended) {
    this.id = id;
    this.flying.hidden = this.follow.hidden = ended !== '';
    this.ended.hidden = ended === '';
    setText(this.ended, ended);
    this.page.href = `${this.root}flights/${encodeURIComponent(id)}`;
  }

  /** @param {Aircraft} aircraft @param {number} now */
  showFigures(aircraft, now) {
    const [, , heading, altitude, gs, vs, phase] = aircraft.place;
    const { aircraft: type, registration, pilot } = aircraft.flight;
    const progress = progressOf(aircraft);
    this.bar.hidden = progress.share === null;
    this.bar.value = progress.share ?? 0;
    const [flown, toGo] = [figures.distance(progress.flownNm), figures.distance(progress.toGoNm)];
    setText(this.way, say('card.way', { flown, toGo }));
    this.times.show(aircraft.flight.planned, progress, now);
    const silent = aircraft.silentMin(now);
    setText(this.silent, silent === null ? '' : say('map.silent', { minutes: silent }));
    this.weather.show([...new Set([aircraft.flight.departure.icao, aircraft.flight.arrival.icao])]);
    this.figure('card.phase', figures.phase(phase));
    this.figure('card.aircraft', [type, registration].filter((each) => each !== null).join(' · ') || '–');
    this.figure('card.pilot', pilot ?? '');
    this.figure('card.altitude', figures.altitude(altitude));
    this.figure('card.speed', figures.speed(gs));
    this.figure('card.vertical', figures.vertical(vs));
    this.figure('card.heading', figures.heading(heading));
    this.figure('card.last-report', figures.ago(aircraft.ageMs(now) / 1_000));
  }

  /** @param {HTMLAnchorElement} link @param {import('../../live/wire.ts').MapAirport} airport */
  showAirport(link, { icao, name }) {
    link.href = `${this.root}airports/${encodeURIComponent(icao)}`;
    setText(link, name === null ? icao : `${icao} ${name}`);
  }

  /** @param {TextKey} name @param {string} text */
  figure(name, text) {
    let value = this.values.get(name);
    if (value === undefined) {
      value = make('dd', { dir: 'auto' });
      this.values.set(name, value);
      this.figures.append(make('div', {}, make('dt', {}, say(name)), value));
    }
    // Where nothing is to be said there is no row.
    if (value.parentElement) value.parentElement.hidden = text === '';
    setText(value, text);
  }
}

/** @param {string | null} network */
function networkName(network) {
  return network === null ? '' : say(/** @type {TextKey} */ (`network.${network}`));
}

function airportLink() {
  return make('a', { dir: 'auto', rel: 'noopener' });
}

/** @param {string} text @param {() => void} onClick */
function button(text, onClick) {
  const made = make('button', { type: 'button' }, text);
  made.addEventListener('click', onClick);
  return made;
}

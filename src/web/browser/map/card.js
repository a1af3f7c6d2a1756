import { figures, say } from '../visitor/visitor.js';
import { Route } from './chosen/card-route.js';
import { airlineColor } from './coloring.js';
import { element, isEmbedded, make, setText } from './dom.js';
import { progressOf } from './progress.js';
import { Times } from './times.js';
import { WeatherReports } from './weather.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../wording.js').TextKey} TextKey */

/** The card of the selected flight. */
export class Card {
  /** @param {{ root: string, hasWeather: boolean, onClose: () => void, onFollow: () => void, onShare: (id: string, callsign: string) => void, onOpen: () => void }} options */
  constructor({ root, hasWeather, onClose, onFollow, onShare, onOpen }) {
    this.card = element('card');
    this.root = root;
    this.onOpen = onOpen;
    this.id = '';
    this.grip = make('button', {
      type: 'button',
      class: 'grip',
      'aria-expanded': 'false',
      'aria-controls': 'card-more',
    });
    this.grip.append(make('span', { class: 'visually-hidden' }, say('card.more')));
    this.title = make('h2', { dir: 'auto' });
    this.craft = make('p', { class: 'craft', dir: 'auto' });
    this.airline = make('p', { class: 'airline', dir: 'auto' });
    this.seen = make('p', { class: 'seen', dir: 'auto' });
    this.silent = make('p', { class: 'silent', role: 'status' });
    this.route = new Route(root);
    this.way = make('p', { class: 'way' });
    this.times = new Times();
    this.known = make('h3', {}, say('card.known'));
    this.figures = make('dl', { class: 'tiles' });
    /** @type {Map<string, HTMLElement>} */
    this.values = new Map();
    this.weather = new WeatherReports(root, hasWeather);
    this.page = make('a', { class: 'button primary', rel: 'noopener' }, say('card.page'));
    this.follow = button(say('card.follow'), onFollow);
    this.follow.setAttribute('aria-pressed', 'false');
    this.share = button(say('card.share'), () => onShare(this.id, this.title.textContent ?? ''));
    // When the map is embedded in another site, links open in a new tab.
    if (isEmbedded()) this.page.target = '_blank';
    const close = make('button', { type: 'button', class: 'close', 'aria-label': say('card.close') }, '×');
    close.addEventListener('click', onClose);
    this.ended = make('p', { class: 'ended', role: 'status' });
    const actions = make('p', { class: 'actions' }, this.page, this.follow, this.share);
    this.flying = make(
      'div',
      { class: 'flying' },
      this.known,
      this.figures,
      this.way,
      this.times.table,
      this.seen,
      this.weather.holder,
    );
    this.more = make('div', { id: 'card-more' }, this.flying);
    const name = make('div', { class: 'name' }, this.title, this.craft, this.airline);
    this.card.append(this.grip, close, name, this.silent, this.route.holder, this.ended, actions, this.more);
  }

  /** @param {boolean} isOn */
  setFollowing(isOn) {
    this.follow.setAttribute('aria-pressed', String(isOn));
  }

  /** @param {Aircraft | null} aircraft @param {number} now @param {boolean} hasLeft whether it has left the map */
  show(aircraft, now, hasLeft) {
    if (aircraft === null) {
      this.card.hidden = true;
      return;
    }
    const { id, callsign, airline, network, aircraft: type, registration } = aircraft.flight;
    this.begin(id, hasLeft ? say('card.ended') : '');
    setText(this.title, callsign);
    setText(this.craft, [type, registration].filter(Boolean).join(' · '));
    setText(this.airline, [airline, networkName(network)].filter(Boolean).join(' · '));
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.card.style.setProperty('--livery', airlineColor(airline, isDark));
    this.showSeen(aircraft.flight.progress[7]);
    this.route.show(aircraft, now, hasLeft);
    if (!hasLeft) this.showFigures(aircraft, now);
    this.open();
  }

  /** Shows the card; when it was hidden, it starts at its top. */
  open() {
    if (!this.card.hidden) return;
    this.card.hidden = false;
    this.more.scrollTop = 0;
    this.onOpen();
  }

  /** @param {import('../../live/wire.ts').MapProgress[7]} seen */
  showSeen(seen) {
    this.seen.hidden = seen === null;
    if (seen !== null) setText(this.seen, say('network.seen', { network: networkName(seen[0]), callsign: seen[1] }));
  }

  /** Shows a card for a linked flight that is not on the map. @param {string} id */
  showMissing(id) {
    this.begin(id, say('card.missing-why'));
    setText(this.title, say('card.missing'));
    for (const each of [this.craft, this.airline]) setText(each, '');
    this.seen.hidden = true;
    this.route.holder.hidden = true;
    this.open();
  }

  /** @param {string} id @param {string} ended why there is nothing more to show; empty when there is */
  begin(id, ended) {
    this.id = id;
    this.flying.hidden = this.follow.hidden = this.silent.hidden = ended !== '';
    this.ended.hidden = ended === '';
    setText(this.ended, ended);
    this.page.href = `${this.root}flights/${encodeURIComponent(id)}`;
  }

  /** @param {Aircraft} aircraft @param {number} now */
  showFigures(aircraft, now) {
    const [, , heading, altitude, gs, vs, phase] = aircraft.place;
    const progress = progressOf(aircraft);
    const [flown, toGo] = [figures.distance(progress.flownNm), figures.distance(progress.toGoNm)];
    setText(this.way, say('card.way', { flown, toGo }));
    this.times.show(aircraft.flight.planned, progress, now);
    const silent = aircraft.silentMin(now);
    this.silent.hidden = this.known.hidden = silent === null;
    this.flying.classList.toggle('last-known', silent !== null);
    setText(this.silent, silent === null ? '' : say('map.silent', { minutes: silent }));
    this.weather.show([...new Set([aircraft.flight.departure.icao, aircraft.flight.arrival.icao])]);
    this.figure('card.phase', figures.phase(phase));
    this.figure('card.altitude', figures.altitude(altitude));
    this.figure('card.speed', figures.speed(gs));
    this.figure('card.vertical', figures.vertical(vs));
    this.figure('card.heading', figures.heading(heading));
    this.figure('card.last-report', figures.ago(aircraft.ageMs(now) / 1_000));
    this.figure('card.pilot', aircraft.flight.pilot ?? '');
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

/** @param {string} text @param {() => void} onClick */
function button(text, onClick) {
  const made = make('button', { type: 'button' }, text);
  made.addEventListener('click', onClick);
  return made;
}

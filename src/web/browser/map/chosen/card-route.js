import { figures, say } from '../../visitor/visitor.js';
import { isEmbedded, make, setText } from '../dom.js';
import { progressOf } from '../progress.js';
import { countdownOf, endsOf, townIn } from './pills.js';

/** @typedef {import('./pills.js').End} End */

/** On the card: both airports with their times and how late, the way between them as a bar, and the countdown to the landing. */
export class Route {
  /** @param {string} root */
  constructor(root) {
    this.root = root;
    this.from = new Side('from');
    this.to = new Side('to');
    this.bar = make('progress', { max: '1', 'aria-label': say('card.progress') });
    this.plane = make('span', { class: 'plane', 'aria-hidden': 'true' });
    this.track = make('div', { class: 'track' }, this.bar, this.plane);
    this.title = make('span', { class: 'eta-title' });
    this.left = make('strong', { class: 'eta-left' });
    this.at = make('span', { class: 'eta-at' });
    this.eta = make('p', { class: 'eta' }, this.title, ' ', this.left, ' ', this.at);
    const ends = make('div', { class: 'ends' }, this.from.holder, this.to.holder);
    this.holder = make('div', { class: 'route' }, ends, this.track, this.eta);
  }

  /** @param {import('../aircraft.js').Aircraft} aircraft @param {number} now @param {boolean} hasLeft whether it has left the map */
  show(aircraft, now, hasLeft) {
    this.holder.hidden = false;
    const progress = progressOf(aircraft);
    const { from, to } = endsOf(aircraft, progress, now, { say, figures });
    this.from.show(from, this.root);
    this.to.show(to, this.root);
    this.track.hidden = hasLeft || progress.share === null;
    this.bar.value = progress.share ?? 0;
    this.track.style.setProperty('--share', String(progress.share ?? 0));
    const isSilent = aircraft.silentMin(now) !== null;
    this.holder.classList.toggle('last-known', isSilent);
    const countdown = hasLeft ? null : countdownOf(progress, now, { say, figures }, isSilent);
    this.eta.hidden = countdown === null;
    if (countdown === null) return;
    setText(this.title, countdown.title);
    setText(this.left, countdown.left);
    setText(this.at, countdown.at);
  }
}

/** One of the two airports. */
class Side {
  /** @param {'from' | 'to'} name */
  constructor(name) {
    this.code = make('strong', {});
    this.name = make('span', { class: 'town' });
    this.link = make('a', { dir: 'auto', rel: 'noopener' }, this.code, ' ', this.name);
    if (isEmbedded()) this.link.target = '_blank';
    this.time = make('span', { class: 'time' });
    this.planned = make('span', { class: 'planned', dir: 'auto' });
    this.note = make('span', { class: 'note' });
    this.holder = make('div', { class: name }, this.link, this.time, this.planned, this.note);
  }

  /** @param {End} end @param {string} root */
  show({ code, name, time, planned, note, tone }, root) {
    this.link.href = `${root}airports/${encodeURIComponent(code)}`;
    setText(this.code, code);
    setText(this.name, townIn(name));
    this.link.title = name ?? '';
    for (const [holder, text] of /** @type {const} */ ([
      [this.time, time],
      [this.planned, planned],
      [this.note, note],
    ])) {
      setText(holder, text);
      holder.hidden = text === '';
    }
    this.note.dataset.tone = tone ?? '';
  }
}

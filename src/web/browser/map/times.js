import { figures, say } from '../visitor/visitor.js';
import { make, setText } from './dom.js';

/** @typedef {ReturnType<typeof import('./progress.js').progressOf>} Progress */

/** The times of a flight: as planned, and as flown or expected. */
export class Times {
  constructor() {
    this.body = make('tbody', {});
    const head = ['times.planned', 'times.actual'].map((key) =>
      make('th', { scope: 'col' }, say(/** @type {import('../wording.js').TextKey} */ (key))),
    );
    const corner = make('td', {});
    this.table = make('table', { class: 'times' }, make('thead', {}, make('tr', {}, corner, ...head)), this.body);
    this.departure = this.row(say('times.departure'));
    this.takeoff = this.row(say('times.takeoff'));
    this.landing = this.row(say('times.landing'));
    this.arrival = this.row(say('times.arrival'));
  }

  /** @param {string} name */
  row(name) {
    const [planned, actual] = [make('td', { dir: 'auto' }), make('td', {})];
    this.body.append(make('tr', {}, make('th', { scope: 'row' }, name), planned, actual));
    return { planned, actual };
  }

  /** @param {import('../../live/wire.ts').MapPlan} planned @param {Progress} progress @param {number} now */
  show([departure, arrival], { offBlockAt, takeoffAt, landingAt, onBlockAt, expectedAt, doubtMin }, now) {
    setText(this.departure.planned, departure ?? '–');
    setText(this.arrival.planned, arrival ?? '–');
    setText(this.departure.actual, figures.clock(offBlockAt));
    setText(this.takeoff.actual, figures.clock(takeoffAt));
    const expected =
      expectedAt === null
        ? figures.clock(landingAt)
        : say('times.expected', { time: figures.clockOn(expectedAt, now), minutes: doubtMin ?? 0 });
    setText(this.landing.actual, expected);
    setText(this.arrival.actual, figures.clock(onBlockAt));
  }
}

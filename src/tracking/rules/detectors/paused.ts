import type { FlightEvent, Position } from '../../model.ts';
import type { Detector, FlownFlight, Interval } from './detector.ts';
import { placeAt, unjudged } from './under-way.ts';

/**
 * Pauses between block-off and block-on, as the flight time leaves them out: from an event `pause` to `resume`, or while
 * reports are `paused`. Seconds.
 */
export const paused: Detector<'maxS'> = {
  name: 'paused',
  title: 'Pause',
  description:
    'The simulator was paused between block-off and block-on: by the events pause and resume, or by reports that say it. The airline’s own rule; no authority knows it.',
  unit: 's',
  limits: {
    maxS: { unit: 's', default: 0, minimum: 0, maximum: 86_400, title: 'Pauses up to this length are allowed' },
  },
  judge(flight, { maxS }) {
    const pauses = pausesOf(flight);
    if (pauses === null) return unjudged('no-pause-reports');
    const from = flight.pirep.blockOffAt ?? Number.NEGATIVE_INFINITY;
    const to = flight.pirep.blockOnAt ?? Number.POSITIVE_INFINITY;
    const clipped = pauses.map((pause) => ({ from: Math.max(from, pause.from), to: Math.min(to, pause.to) }));
    const marks = clipped
      .filter((pause) => pause.to - pause.from > maxS * 1_000)
      .map((pause) => {
        const value = (pause.to - pause.from) / 1_000;
        return { ...pause, ...placeAt(flight.positions, pause.from), value, limit: maxS };
      });
    return { marks, notJudged: [] };
  },
};

/** Returns the pauses in order of time; null when its client reports none of the things that show one. */
function pausesOf({ positions, events }: Pick<FlownFlight, 'positions' | 'events'>): readonly Interval[] | null {
  const pauses = new Pauses();
  const changes = events.filter(({ kind }) => kind === 'pause' || kind === 'resume');
  let next = 0;
  for (const position of positions) {
    for (
      let event = changes[next];
      event !== undefined && event.recordedAt < position.recordedAt;
      event = changes[next]
    ) {
      pauses.addEvent(event);
      next += 1;
    }
    pauses.addPosition(position);
  }
  for (const event of changes.slice(next)) pauses.addEvent(event);
  return pauses.close();
}

class Pauses {
  readonly #found: Interval[] = [];
  #since: number | null = null;
  /** A report showed the pause: the first one that does not ends it. */
  #isShown = false;
  #isReported = false;
  #last = Number.NEGATIVE_INFINITY;

  addEvent({ kind, recordedAt }: FlightEvent): void {
    this.#isReported = true;
    this.#last = recordedAt;
    if (kind === 'pause') this.#since ??= recordedAt;
    else this.#end(recordedAt);
  }

  addPosition({ phase, isPaused, recordedAt }: Position): void {
    this.#last = recordedAt;
    if (phase === 'paused' || isPaused === true) {
      this.#isReported = true;
      this.#isShown = true;
      this.#since ??= recordedAt;
      return;
    }
    if (isPaused !== null) this.#isReported = true;
    if (this.#isShown && (isPaused !== null || phase !== null)) this.#end(recordedAt);
  }

  close(): readonly Interval[] | null {
    this.#end(this.#last);
    return this.#isReported ? this.#found : null;
  }

  #end(at: number): void {
    if (this.#since !== null && at > this.#since) this.#found.push({ from: this.#since, to: at });
    this.#since = null;
    this.#isShown = false;
  }
}

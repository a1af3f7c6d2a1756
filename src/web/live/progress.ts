import { arrivalOf } from '../../tracking/figures/arrival.ts';
import { expectLanding } from '../../tracking/figures/expected-landing.ts';
import { seenAs } from '../../tracking/figures/network-track.ts';
import type { Moving } from '../../tracking/flight/changes.ts';
import type { MapProgress } from './wire.ts';

/** Interval at which the map is notified of the progress of a flight, unless something happened. */
export const progressEveryMs = 60_000;

/** Returns how far the flight is, no finer than what is shown: times are cut to minutes, as on its page. */
export function progressOf({ flight, knownPhase, lastPosition, fold }: Moving): MapProgress {
  const { blockOff, takeoff, landing, blockOn, distanceNm } = fold;
  const flying = { plan: flight.plan, phase: knownPhase, takeoffAt: takeoff?.at ?? null, flownNm: distanceNm };
  const expected = lastPosition === null ? null : expectLanding({ ...flying, position: lastPosition });
  const seen = seenAs(flight);
  return [
    minuteOf(blockOff?.at),
    minuteOf(takeoff?.at),
    minuteOf(landing?.at),
    minuteOf(blockOn?.at),
    Math.round(distanceNm),
    minuteOf(expected?.at),
    expected?.doubtMin ?? null,
    seen && [seen.network, seen.callsign],
  ];
}

/** When the progress of a flight was sent last, what had happened by then, and where it was to land or landed. */
export class SentProgress {
  #at = Number.NEGATIVE_INFINITY;
  #happened = '';
  #arrival = '';

  /** Returns the progress if it is due: once a minute, and at once when the flight left the gate, took off, landed or parked. */
  take(live: Moving, now: number): MapProgress | null {
    const { blockOff, takeoff, landing, blockOn } = live.fold;
    const happened = [blockOff, takeoff, landing, blockOn].map((mark) => minuteOf(mark?.at)).join();
    if (now - this.#at < progressEveryMs && happened === this.#happened) return null;
    this.#at = now;
    this.#happened = happened;
    return progressOf(live);
  }

  /** Whether it is to land, or landed, elsewhere than was noted. */
  hasTurned({ flight }: Moving): boolean {
    return arrivalOf(flight).icao !== this.#arrival;
  }

  /** Notes where it is to land, or landed, as it is sent now. */
  noteArrival({ flight }: Moving): void {
    this.#arrival = arrivalOf(flight).icao;
  }
}

function minuteOf(at: number | undefined): number | null {
  return at === undefined ? null : Math.floor(at / 60_000);
}

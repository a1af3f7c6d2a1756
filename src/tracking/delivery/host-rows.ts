import { distanceNm } from '../../lib/geo.ts';
import type { LiveRow, Progress } from '../../platform/port.ts';
import { arrivalOf } from '../figures/arrival.ts';
import { minutesSoFar } from '../figures/pauses.ts';
import type { LiveFlight } from '../flight/live-flight.ts';

/** Data of a flight under way for the crew center, besides its positions. */
export function progressOf(live: LiveFlight): Progress {
  const { blockOff, fuel } = live.fold;
  return {
    phase: live.phase,
    distanceNm: Math.round(live.fold.distanceNm * 10) / 10,
    fuelUsedLb: Number.isNaN(fuel.lowestLb) ? null : fuel.burntLb,
    blockOffAt: blockOff?.at ?? null,
    flightTimeMin: minutesSoFar(live.fold),
    lastReportAt: live.lastReportAt,
  };
}

/** Returns its newest position, for the crew center's own map. */
export function toLiveRow(live: LiveFlight): LiveRow {
  const { lastPosition: position } = live;
  if (position === null) throw new Error('a flight without a position is not on the map');
  const arrival = arrivalOf(live.flight);
  const { lat, lon } = arrival;
  const toGo = lat === null || lon === null ? null : Math.round(distanceNm(position, { lat, lon }));
  const speedKt = position.groundSpeedKt;
  return {
    flight: live.hostFlight(),
    pilot: live.flight.pilot,
    number: live.lastPositionNumber,
    position,
    phase: live.phase,
    arrival,
    distanceToGoNm: toGo,
    minutesToGo: toGo === null || speedKt === null || speedKt < 50 ? null : Math.round((toGo / speedKt) * 60),
  };
}

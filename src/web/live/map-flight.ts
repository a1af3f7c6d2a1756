import { arrivalOf, missedArrivalOf } from '../../tracking/figures/arrival.ts';
import type { Moving } from '../../tracking/flight/changes.ts';
import { type Flight, flightName } from '../../tracking/model.ts';
import { progressOf } from './progress.ts';
import type { ShownName } from './shown-name.ts';
import type { MapAirport, MapFlight, MapMove, MapPlace } from './wire.ts';

/** Data of a flight except its position. `key` identifies it in the deltas. */
export function toMapFlight(key: number, live: Moving, nameOf: ShownName): MapFlight {
  const { id, pilot, plan, aircraft, network } = live.flight;
  const missed = missedArrivalOf(live.flight);
  const airport = ({ icao, name, lat, lon }: Flight['plan']['departure']): MapAirport => ({ icao, name, lat, lon });
  return {
    id,
    key,
    callsign: flightName(plan),
    pilot: nameOf(pilot),
    departure: airport(plan.departure),
    arrival: airport(arrivalOf(live.flight)),
    aircraft: aircraft?.icao ?? null,
    registration: aircraft?.registration ?? null,
    airline: plan.airlineCode,
    network,
    planned: [plan.departureTime, missed ? null : plan.arrivalTime, plan.plannedFlightTimeMin, plan.distanceNm],
    ...(missed && { divertedFrom: missed.icao }),
    at: placeOf(live),
    progress: progressOf(live),
  };
}

export function toMove(key: number, live: Moving, now: number): MapMove {
  const [lat, lon, heading, altitude, gs, vs, phase, receivedAt] = placeOf(live);
  return [key, lat, lon, heading, altitude, gs, vs, phase, round(Math.max(0, now - receivedAt) / 1_000, 1)];
}

/** The position, rounded to the precision of the map: 10 m, 10 ft, 1 kt, 10 ft/min. */
function placeOf({ lastPosition: position, knownPhase }: Moving): MapPlace {
  if (position === null) throw new Error('a flight without a position is not on the map');
  const { lat, lon, headingDeg, altitudeMslFt, groundSpeedKt, verticalSpeedFpm, receivedAt } = position;
  return [
    round(lat, 4),
    round(lon, 4),
    known(headingDeg, 0),
    known(altitudeMslFt, -1),
    known(groundSpeedKt, 0),
    known(verticalSpeedFpm, -1),
    knownPhase,
    receivedAt,
  ];
}

function known(value: number | null, digits: number): number | null {
  return value === null ? null : round(value, digits);
}

/** Rounds a number so that it is written with as few digits as possible: `0.1`, never `0.10000000000000001`. */
function round(value: number, digits: number): number {
  return digits < 0
    ? Math.round(value / 10 ** -digits) * 10 ** -digits
    : Math.round(value * 10 ** digits) / 10 ** digits;
}

import { arrivalOf, missedArrivalOf } from '../../tracking/figures/arrival.ts';
import { expectLanding } from '../../tracking/figures/expected-landing.ts';
import type { Moving } from '../../tracking/flight/changes.ts';
import { type Airport, type Flight, flightName } from '../../tracking/model.ts';
import { silentMinutes } from '../browser/figures.js';
import { latenessMin } from '../browser/lateness.js';
import type { ShownName } from '../live/shown-name.ts';

/** A line of the board; contains no personal data but the name of a pilot who chose to be named. Instants are milliseconds since the epoch. */
export interface BoardLine {
  readonly id: string;
  readonly callsign: string;
  /** As the pilot chose; null for all others. */
  readonly pilot: string | null;
  /** Where it comes from, or goes to. */
  readonly other: Airport;
  readonly aircraft: string | null;
  readonly phase: string;
  /** As the schedule writes it. */
  readonly planned: string | null;
  /** When it left the gate, or landed; null when it has not. */
  readonly actualAt: number | null;
  readonly expectedAt: number | null;
  readonly doubtMin: number | null;
  /** Minutes that it is later than planned; null when that cannot be said. */
  readonly lateMin: number | null;
  /** Minutes without a report of a flight under way; null while it reports. */
  readonly silentMin: number | null;
  /** From where to where it diverted; null when it landed as planned, or has not landed. */
  readonly diverted: { readonly from: Airport; readonly to: Airport } | null;
}

/** What happens at an airport now, and who landed there lately, or was to land there and diverted. */
export interface Board {
  readonly airport: Airport;
  readonly departures: readonly BoardLine[];
  /** Those that are expected first come first. */
  readonly arrivals: readonly BoardLine[];
  readonly landed: readonly BoardLine[];
}

const maxLines = 200;

/** When somebody looks, and under which name they see a pilot. */
interface Seen {
  readonly now: number;
  readonly nameOf: ShownName;
}

/** Returns the board of an airport; null when no flight, under way or landed lately, begins or ends there. */
export function boardOf(
  icao: string,
  { aloft, filed }: { readonly aloft: Iterable<Moving>; readonly filed: readonly Pick<Moving, 'flight'>[] },
  seen: Seen,
): Board | null {
  const open = [...aloft].filter(({ flight }) => flight.state === 'open');
  const departing = open.filter(({ flight }) => flight.plan.departure.icao === icao);
  const arriving = open.filter(({ flight }) => arrivalOf(flight).icao === icao);
  const missing = open.filter(({ flight }) => missedArrivalOf(flight)?.icao === icao);
  const landed = [...missing, ...filed].filter(({ flight }) =>
    [arrivalOf(flight), missedArrivalOf(flight)].some((each) => each?.icao === icao),
  );
  const left = filed.find(({ flight }) => flight.plan.departure.icao === icao)?.flight;
  const airport =
    departing[0]?.flight.plan.departure ??
    [...arriving, ...landed].map(({ flight }) => atAirport(flight, icao))[0] ??
    left?.plan.departure;
  if (airport === undefined) return null;
  return {
    airport,
    departures: departing
      .map((live) => toDeparture(live, seen))
      .sort(byTime('actualAt'))
      .slice(0, maxLines),
    arrivals: arriving
      .map((live) => toArrival(live, seen))
      .sort(byTime('expectedAt'))
      .slice(0, maxLines),
    landed: landed.slice(0, maxLines).map(({ flight }) => toLanded(flight, seen.nameOf)),
  };
}

/** The airport of this code, as a flight that landed there or was to land there names it. */
function atAirport(flight: Flight, icao: string): Airport {
  const landedAt = arrivalOf(flight);
  return landedAt.icao === icao ? landedAt : flight.plan.arrival;
}

function lineOf(flight: Flight, [phase, other]: readonly [string, Airport], nameOf: ShownName) {
  const { id, plan, aircraft, pilot } = flight;
  return {
    id,
    callsign: flightName(plan),
    pilot: nameOf(pilot),
    other,
    aircraft: aircraft?.icao ?? null,
    phase,
    doubtMin: null,
    lateMin: null,
    silentMin: null,
    diverted: divertedOf(flight),
  };
}

function divertedOf(flight: Flight): BoardLine['diverted'] {
  const from = missedArrivalOf(flight);
  return from && { from, to: arrivalOf(flight) };
}

function toDeparture({ flight, knownPhase, fold, lastPosition }: Moving, { now, nameOf }: Seen): BoardLine {
  const line = lineOf(flight, [knownPhase, arrivalOf(flight)], nameOf);
  const silentMin = silenceOf(lastPosition, now);
  return {
    ...line,
    silentMin,
    planned: flight.plan.departureTime,
    actualAt: fold.blockOff?.at ?? null,
    expectedAt: null,
  };
}

function toArrival({ flight, knownPhase, lastPosition: position, fold }: Moving, { now, nameOf }: Seen): BoardLine {
  const { plan } = flight;
  const flown = { plan, phase: knownPhase, takeoffAt: fold.takeoff?.at ?? null, flownNm: fold.distanceNm };
  const expected = position === null ? null : expectLanding({ ...flown, position });
  const { arrivalTime, plannedFlightTimeMin: plannedMin } = plan;
  const doubtMin = expected?.doubtMin ?? null;
  const expectedAt = expected?.at ?? null;
  const offBlockAt = fold.blockOff?.at ?? null;
  const isDiverted = missedArrivalOf(flight) !== null;
  return {
    ...lineOf(flight, [knownPhase, plan.departure], nameOf),
    silentMin: silenceOf(position, now),
    planned: isDiverted ? null : arrivalTime,
    actualAt: fold.landing?.at ?? null,
    expectedAt,
    doubtMin,
    lateMin: isDiverted
      ? null
      : latenessMin({ arrivalTime, plannedMin, offBlockAt, expectedAt, doubtMin: doubtMin ?? 0 }),
  };
}

function toLanded(flight: Flight, nameOf: ShownName): BoardLine {
  const line = lineOf(flight, ['arrived', flight.plan.departure], nameOf);
  // Not when it was filed: a flight may be filed that was never seen to land.
  const actualAt = flight.receipt?.pirep.landingAt ?? flight.air?.landing?.at ?? null;
  return { ...line, planned: flight.plan.arrivalTime, actualAt, expectedAt: null };
}

function silenceOf(position: Moving['lastPosition'], now: number): number | null {
  return position === null ? null : silentMinutes(now - position.receivedAt);
}

/** The earliest first; those without a time last, by callsign. */
function byTime(name: 'actualAt' | 'expectedAt') {
  return (a: BoardLine, b: BoardLine): number =>
    (a[name] ?? Number.POSITIVE_INFINITY) - (b[name] ?? Number.POSITIVE_INFINITY) ||
    a.callsign.localeCompare(b.callsign);
}

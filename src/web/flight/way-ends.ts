import { cityOf } from '../../lib/cities/cities.ts';
import { distanceNm, type Place } from '../../lib/geo.ts';
import { universalTime } from '../../lib/instant-text.ts';
import type { Airport, Pirep } from '../../tracking/model.ts';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';
import { expectedOf, firstInstant, hasArrived, leftUnseen } from './figure-lines.ts';
import type { FlightRecord } from './record.ts';

/** Where a flight begins or ends, as its page's head shows it. */
export interface WayEnd {
  readonly icao: string;
  /** In large: the city, else the airport's name or code. */
  readonly city: string;
  /** The airport's own name; null where the head says it already. */
  readonly name: string | null;
  /** What the time is of: `Off block`. */
  readonly what: string;
  /** Null while it is unknown. */
  readonly time: string | null;
  readonly planned: string | null;
  readonly late: { readonly text: string; readonly look: 'good' | 'warn' } | null;
  readonly gate: string | null;
}

/** Both ends of a flight, and what lies between them. */
export interface Way {
  readonly from: WayEnd;
  readonly to: WayEnd;
  /** `11 h 00 min`, `4,999 nm`. */
  readonly between: readonly string[];
  /** How much of it is flown, percent. */
  readonly share: number;
}

const minuteMs = 60_000;
/** Nobody is late by less, minutes. */
const punctualMin = 5;
const maxGate = 12;

/** Returns the head of a flight's page. @param arrival - where it landed, as far as that is known, else the planned one */
export function wayHead(
  record: FlightRecord,
  arrival: Airport,
  isTrusted: boolean,
  visitor: Visitor,
  now: number,
): Way {
  const { pirep } = record;
  const { plan } = record.view.flight;
  const { figures, wording } = visitor;
  const first = firstInstant(record);
  const fields = isTrusted ? pirep.fields : {};
  const isDiverted = arrival.icao !== plan.arrival.icao;
  const arrivedAt = hasArrived(record) ? pirep.blockOnAt : null;
  const expected = arrivedAt === null ? expectedOf(record) : null;
  const landedAt = pirep.landingAt;
  const endAt = arrivedAt ?? landedAt ?? expected?.at ?? null;
  const endKey = arrivedAt !== null ? 'figure.on-block' : expected === null ? 'figure.landing' : 'flight.expected';
  const time = (at: number | null) => (at === null ? null : withDay(at, first, visitor));
  const { blockOffAt } = pirep;
  const isUnseen = leftUnseen(record);
  const plannedOffAt = blockOffAt === null || isUnseen ? null : universalTime(plan.departureTime, blockOffAt);
  const between = [
    pirep.flightTimeMin === null ? null : figures.duration(pirep.flightTimeMin),
    pirep.distanceNm === null ? null : figures.distance(pirep.distanceNm),
  ];
  return {
    from: {
      ...airportOf(plan.departure),
      what: wording.say(isUnseen ? 'figure.takeoff' : 'figure.off-block'),
      time: time(blockOffAt),
      planned: plannedText(plan.departureTime, visitor),
      late: lateOf(blockOffAt, plannedOffAt, visitor),
      gate: gateOf(fields, 'from'),
    },
    to: {
      ...airportOf(arrival),
      what: wording.say(endKey satisfies TextKey),
      time: endAt !== null && endKey === 'flight.expected' ? figures.clockOn(endAt, now) : time(endAt),
      planned: isDiverted ? null : plannedText(plan.arrivalTime, visitor),
      late: isDiverted ? null : lateOf(arrivedAt, plannedOnAt(record, arrivedAt), visitor),
      gate: gateOf(fields, 'to'),
    },
    between: between.filter((each) => each !== null),
    share: shareOf(record, arrival),
  };
}

function airportOf(airport: Airport): Pick<WayEnd, 'icao' | 'city' | 'name'> {
  const city = cityOf(airport);
  const { icao, name } = airport;
  return { icao, city, name: name === city ? null : name };
}

/** `10:43Z`, and on the day after the first one `10:43Z +1`. */
function withDay(at: number, first: number, { figures }: Visitor): string {
  const days = figures.dayNumber(at) - figures.dayNumber(first);
  return `${figures.clock(at)}${days === 0 ? '' : ` ${days < 0 ? '−' : '+'}${Math.abs(days)}`}`;
}

function plannedText(time: string | null, { wording }: Visitor): string | null {
  return time === null || time.trim() === '' ? null : wording.say('figure.planned', { value: time.trim() });
}

/** By the schedule where it is in UTC, else by the planned duration from when it left the gate. */
function plannedOnAt({ pirep, view }: FlightRecord, arrivedAt: number | null): number | null {
  const { plan } = view.flight;
  if (arrivedAt === null) return null;
  const minutes = plan.plannedFlightTimeMin;
  const byDuration =
    minutes === null || minutes <= 0 || pirep.blockOffAt === null ? null : pirep.blockOffAt + minutes * minuteMs;
  return universalTime(plan.arrivalTime, arrivedAt) ?? byDuration;
}

function lateOf(at: number | null, plannedAt: number | null, { figures, wording }: Visitor): WayEnd['late'] {
  if (at === null || plannedAt === null) return null;
  const minutes = Math.round((at - plannedAt) / minuteMs);
  if (Math.abs(minutes) < punctualMin) return { text: wording.say('flight.punctual'), look: 'good' };
  const value = figures.duration(Math.abs(minutes));
  return minutes > 0
    ? { text: wording.say('flight.late', { value }), look: 'warn' }
    : { text: wording.say('flight.early', { value }), look: 'good' };
}

/** Clients send gates as fields with names of their own: `Departure Gate`, `Arr. stand`. */
const gateNames = { from: /^dep[a-z.]*[ _-](?:gate|stand)$/i, to: /^arr[a-z.]*[ _-](?:gate|stand)$/i };

function gateOf(fields: Pirep['fields'], end: 'from' | 'to'): string | null {
  const value =
    Object.entries(fields)
      .find(([name]) => gateNames[end].test(name.trim()))?.[1]
      .trim() ?? '';
  return value === '' || value.length > maxGate ? null : value;
}

/** Of the way from here to there, by how far it is from both. */
function shareOf({ pirep, positions, view }: FlightRecord, arrival: Airport): number {
  if (pirep.landingAt !== null) return 100;
  const here = positions.at(-1);
  const [from, to] = [placeOf(view.flight.plan.departure), placeOf(arrival)];
  if (here === undefined || pirep.takeoffAt === null || from === null || to === null) return 0;
  const [flown, left] = [distanceNm(from, here), distanceNm(here, to)];
  return Math.round((flown / Math.max(1, flown + left)) * 100);
}

function placeOf({ lat, lon }: Airport): Place | null {
  return lat === null || lon === null ? null : { lat, lon };
}

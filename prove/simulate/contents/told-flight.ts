import type { Airport, Flight, Judgement, Receipt } from '../../../src/tracking/model.ts';

type Members<T> = Readonly<Record<string, (of: T) => unknown>>;

/** An instant as it is told: a text that any program reads as this time. */
const instant = (at: number | null) => (at === null ? null : new Date(at).getTime());

const place = ({ icao, name, lat, lon }: Airport) => JSON.stringify([icao, name, lat, lon]);
const toldPlace = (told: unknown) => JSON.stringify(Object.values(told ?? {}));

/** What an event tells of a flight, by its member; written down apart from the code that is judged. Instants are compared as times. */
const ofFlight: Members<Flight> = {
  flight_id: ({ id }) => id,
  pirep_id: ({ pirepId }) => pirepId,
  bid_id: ({ bidId }) => bidId,
  state: ({ state }) => state,
  flight_number: ({ plan }) => plan.flightNumber,
  ident: ({ plan }) => plan.ident,
  callsign: ({ plan }) => plan.callsign,
  departure: ({ plan }) => place(plan.departure),
  arrival: ({ plan }) => place(plan.arrival),
  registration: ({ aircraft }) => aircraft?.registration ?? null,
  network: ({ network }) => network,
  route: ({ plan }) => plan.route,
  planned_distance: ({ plan }) => plan.distanceNm,
  started_at: ({ startedAt }) => instant(startedAt),
  ended_at: ({ endedAt }) => instant(endedAt),
  takeoff_at: ({ air }) => instant(air?.takeoffAt ?? null),
  landing_at: ({ air }) => instant(air?.landing?.at ?? null),
  landing_rate: ({ air }) => air?.landing?.rateFpm ?? null,
};

const ofReceipt: Members<Receipt> = {
  flight_id: ({ flightId }) => flightId,
  pirep_id: ({ pirepId }) => pirepId,
  pirep_state: ({ pirepState }) => pirepState,
  filed_at: ({ filedAt }) => instant(filedAt),
  flight_time: ({ pirep }) => pirep.flightTimeMin,
  distance: ({ pirep }) => pirep.distanceNm,
  fuel_used: ({ pirep }) => pirep.fuelUsedLb,
  block_fuel: ({ pirep }) => pirep.blockFuelLb,
  landing_rate: ({ pirep }) => pirep.landingRateFpm,
  block_off_at: ({ pirep }) => instant(pirep.blockOffAt),
  takeoff_at: ({ pirep }) => instant(pirep.takeoffAt),
  landing_at: ({ pirep }) => instant(pirep.landingAt),
  block_on_at: ({ pirep }) => instant(pirep.blockOnAt),
  positions: ({ pirep }) => pirep.positionCount,
  score: ({ pirep }) => pirep.score,
  judgement: ({ pirep }) => (pirep.judgement === undefined ? null : judged(pirep.judgement)),
};

/** What rules say to the pilot; what is only counted is for the staff. */
function judged({ set, setName, score, state, marks }: Judgement): string {
  const spoken = marks.filter(({ follows }) => !follows.includes('count'));
  const said = spoken.map(({ rule, points, from, sentence }) => [rule, points, from, sentence]);
  return JSON.stringify([set, setName, score, state, said]);
}

function toldJudged(told: unknown): string | null {
  if (told === null) return null;
  const { rules, rules_name, score, state, marks } = told as Readonly<Record<string, unknown>>;
  const said = (marks as readonly Readonly<Record<string, unknown>>[]).map(({ rule, points, from, sentence }) => [
    rule,
    points,
    Date.parse(String(from)),
    sentence,
  ]);
  return JSON.stringify([rules, rules_name, score, state, said]);
}

/** Members that are compared by a rule of their own, or as a whole. */
const ofItsOwn = ['aircraft', 'receipt', 'pilot', 'landing_rate_basis', 'basis', 'diversion'];

/** The first member of what was told that is not what is stored, as a sentence; null when everything is. */
export function toldWrongly(told: unknown, flight: Flight): string | null {
  const { receipt, aircraft } = told as { readonly receipt: unknown; readonly aircraft: unknown };
  const isReceiptThere = (receipt === null) === (flight.receipt === null);
  const registered = JSON.stringify(aircraft === null ? null : Object.values(aircraft as object));
  const { id, icao, name, registration } = flight.aircraft ?? {};
  const stored = JSON.stringify(flight.aircraft === null ? null : [id, icao, name, registration]);
  if (!isReceiptThere) return `a receipt that is ${JSON.stringify(receipt)}`;
  if (registered !== stored) return `aircraft ${registered} in the place of ${stored}`;
  return (
    differenceOf(told, ofFlight, flight) ??
    (flight.receipt === null ? null : differenceOf(receipt, ofReceipt, flight.receipt))
  );
}

function differenceOf<T>(told: unknown, members: Members<T>, stored: T): string | null {
  const given = told as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(members, name) && !ofItsOwn.includes(name));
  if (unknown !== undefined) return `${unknown}, of which nobody knows what it should be`;
  const wrong = Object.entries(members).find(([name, read]) => toldAs(name, given[name]) !== read(stored));
  if (wrong === undefined) return null;
  const [name, read] = wrong;
  return `${name} ${JSON.stringify(given[name])} in the place of ${JSON.stringify(read(stored))}`;
}

function toldAs(name: string, told: unknown): unknown {
  if (name === 'judgement') return toldJudged(told);
  if (name === 'departure' || name === 'arrival') return toldPlace(told);
  return name.endsWith('_at') && typeof told === 'string' ? Date.parse(told) : told;
}

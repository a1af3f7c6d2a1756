import type { EarlyFigures } from '../../../tracking/model.ts';
import type { WireObject } from '../../contract.ts';
import { codePhase } from '../../phase-codes.ts';
import { loose, readFields, readId, readInstant, readNumber, readText } from '../values.ts';

/** Members of a PIREP that prefile, update and file share, beside those of its plan. */
export const figureFields = {
  status: loose('text', 'Phase: a code of phpVMS or free text, for positions that have none'),
  fuel_used: loose('number', 'Fuel used, pounds'),
  block_fuel: loose('number', 'Fuel at block-off, pounds'),
  landing_rate: loose('number', 'Vertical speed at touchdown, feet per minute'),
  score: loose('number', 'Score computed by the client'),
  zfw: loose('number', 'Zero-fuel weight, pounds'),
  route: loose('text', 'Route'),
  notes: loose('text', "The pilot's notes"),
  block_off_time: loose('text', 'Block-off; UTC where it has no offset'),
  block_on_time: loose('text', 'Block-on'),
  fields: loose('fields', 'Values of custom PIREP fields, by name'),
  fares: loose('fares', 'What was sold: a list of `id` and `count`'),
};

/** Of a flight under way; `prefile` has the planned one. */
export const arrivalField = {
  arr_airport_id: loose(
    'text',
    'Where it ended, ICAO code, as the pilot says; without it the planned arrival, or where its track ends',
  ),
};

const pounds = { minimum: 0, maximum: 10_000_000 };
/** `370` or `37000`, as the client writes it. */
export const levels = { minimum: 1, maximum: 1_000_000 };

/** What clients say before `file`, and repeat there. Running totals and levels are left out: they change every second. */
export function earlyFigures(wire: WireObject): EarlyFigures {
  const phase = readText(wire.status, 64);
  const fares = readFares(wire.fares);
  const fields = readFields(wire.fields);
  return withoutNulls({
    ...(phase === null || codePhase(phase) === 'DX' ? {} : { phase: codePhase(phase) }),
    // A client that does not know it sends 0.
    blockFuelLb: readNumber(wire.block_fuel, pounds) || null,
    landingRateFpm: readNumber(wire.landing_rate, { minimum: -100_000, maximum: 100_000 }) || null,
    score: readNumber(wire.score, { minimum: -10_000, maximum: 10_000 }),
    zeroFuelWeightLb: readNumber(wire.zfw, pounds) || null,
    ...arrivalOf(wire.arr_airport_id),
    route: readText(wire.route, 8000),
    notes: readText(wire.notes, 16_000),
    blockOffAt: readInstant(wire.block_off_time),
    blockOnAt: readInstant(wire.block_on_time),
    ...(fares === null ? {} : { fares }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  });
}

/** What `file` adds to them. */
export function lastFigures(wire: WireObject): EarlyFigures {
  const figures = withoutNulls({
    flightTimeMin: roundOrNull(readNumber(wire.flight_time, { minimum: 0, maximum: 100_000 })),
    distanceNm: readNumber(wire.distance, { minimum: 0, maximum: 100_000 }),
    fuelUsedLb: readNumber(wire.fuel_used, pounds),
    cruiseLevel: readNumber(wire.level, levels),
  });
  return { ...earlyFigures(wire), ...figures };
}

/** An airport's code, in any case; nothing for what is none. */
function arrivalOf(value: unknown): Pick<EarlyFigures, 'arrival' | 'isArrivalFiled'> {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z0-9]{2,8}$/.test(code) ? { arrival: code, isArrivalFiled: true } : {};
}

function roundOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

function withoutNulls(figures: Readonly<Record<string, unknown>>): EarlyFigures {
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null));
}

function readFares(value: unknown): EarlyFigures['fares'] | null {
  if (!Array.isArray(value)) return null;
  const fares = value.slice(0, 50).flatMap((each: unknown) => {
    const { id, count } = typeof each === 'object' && each !== null ? (each as WireObject) : {};
    const fareId = readId(id);
    const sold = readNumber(count, { minimum: 0, maximum: 1_000_000 });
    return fareId === null || sold === null ? [] : [{ id: fareId, count: Math.floor(sold) }];
  });
  return fares.length === 0 ? null : fares;
}

import { type Static, Type } from 'typebox';
import type { FinishResult } from '../../tracking/calls.ts';
import { wayOf } from '../../tracking/figures/arrival.ts';
import { nothingReported } from '../../tracking/figures/pirep.ts';
import type { LogLine, ReportedFigures } from '../../tracking/model.ts';
import { anyJson } from '../any-json.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { instantOf } from '../event-time.ts';
import { figureFields, optionalNumber } from '../fields.ts';
import { decodeRoute, optionalHours, routeField, writing } from '../params.ts';
import { decodeText } from '../reports.ts';
import { flightFields, requireFlightName, trackingId } from './flight-names.ts';

/** A list whose entries are read one by one: one that is odd does not prevent filing. */
const listField = (description: string, maxItems: number) =>
  Type.Optional(Type.Unsafe<readonly unknown[] | null>({ type: ['array', 'null'], items: {}, maxItems, description }));

const completeBody = Type.Object({
  ...flightFields,
  landing_rate: figureFields.landing_rate,
  fuel_used: figureFields.fuel_used,
  block_fuel: figureFields.block_fuel,
  flight_time: optionalHours('Flight time'),
  zfw: optionalNumber('Zero-fuel weight, pounds', { minimum: 0, maximum: 10_000_000 }),
  block_time: optionalNumber('Hours; not used: block times are those of the reports', {}),
  level: optionalNumber('Cruise flight level: `360`, or feet', { minimum: 0, maximum: 1_000_000 }),
  route: routeField,
  flight_log: listField('The log: `{event, timestamp}`, or lines', 100_000),
  flight_data: listField('The events: `{event, timestamp}`', 100_000),
  comments: listField('Texts, or `{event}`, `{text}` or `{comment}`', 1_000),
  additional_fields: Type.Optional(
    anyJson('Custom fields of the PIREP, by name', { maxDepth: 4, maxCharacters: 65_536 }),
  ),
});

export const complete: SessionRoute = {
  ...writing,
  path: '/flights/complete',
  summary: 'Finish the flight and file its PIREP',
  description:
    'Once, however often it is sent: a repeat returns the same id. 200 also while the crew center cannot be reached: then it is filed later. What is missing is computed from what was reported; where most positions are impossible, or none was sent, the distance is the schedule’s.',
  body: { kind: 'object', schema: completeBody },
  answers: {
    200: Type.Object({
      pirep_id: Type.String({ description: 'Id of the PIREP' }),
      flight_number: Type.String({ description: 'With the code of the airline' }),
      route: Type.String({ description: '`LSZH - MMUN`: from where to where it landed' }),
      aircraft: Type.String({ description: 'Name of the aircraft' }),
      aircraft_icao: Type.String({ description: 'Its type' }),
      registration: Type.String({ description: 'Its registration' }),
      airline: Type.String({ description: 'Name of the airline' }),
      airline_icao: Type.String({ description: 'Its code' }),
    }),
  },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'flight-open',
    'flight-ended',
    'crew-center-unavailable',
    'journal-full',
  ],
  bodyLimit: 'finish',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const body = bodyAs(completeBody, request.body);
    const result = await calls.finish(session, {
      name: requireFlightName(body),
      figures: figuresOf(body),
      opening: null,
      holdsWorker: request.holdsWorker,
    });
    return { status: 200, body: encodeFinish(result) };
  },
};

function encodeFinish(result: FinishResult) {
  const { plan, aircraft } = result.flight;
  const code = plan.airlineCode ?? '';
  return {
    pirep_id: result.state === 'filed' ? result.receipt.pirepId : trackingId(result.flight),
    flight_number: `${code}${plan.flightNumber}`,
    route: wayOf(result.flight, ' - '),
    aircraft: aircraft?.name ?? aircraft?.registration ?? '',
    aircraft_icao: aircraft?.icao ?? '',
    registration: aircraft?.registration ?? '',
    airline: plan.airlineName ?? code,
    airline_icao: code,
  };
}

function figuresOf(body: Static<typeof completeBody>): ReportedFigures {
  const { flight_time: hours, landing_rate: rate, fuel_used: fuel, block_fuel: blockFuel, level, zfw } = body;
  const log = linesOf(body.flight_data);
  return {
    ...nothingReported,
    flightTimeMin: hours === undefined || hours === null ? null : Math.round(hours * 60),
    landingRateFpm: rate ?? null,
    fuelUsedLb: fuel ?? null,
    blockFuelLb: blockFuel ?? null,
    route: decodeRoute(body.route),
    notes: decodeText(
      (body.comments ?? [])
        .map(textOf)
        .filter((text) => text !== '')
        .join('\n'),
    ),
    log: log.length > 0 ? log : linesOf(body.flight_log),
    fields: fieldsOf(body.additional_fields),
    // 0 is what a client sends that does not know it.
    ...(level ? { cruiseLevel: level } : {}),
    ...(zfw ? { zeroFuelWeightLb: zfw } : {}),
    isDistancePlanned: true,
  };
}

function linesOf(entries: readonly unknown[] | null | undefined): readonly LogLine[] {
  return (entries ?? []).flatMap((entry) => {
    const at = isObject(entry) ? instantOf(entry.timestamp) : null;
    const texts = textOf(entry).split(/\r\n|\r|\n/);
    return texts.map((text) => ({ at, text: text.trim() })).filter(({ text }) => text !== '');
  });
}

/** The text of an entry, in the first of the members that the module looks at. */
function textOf(entry: unknown): string {
  const text = isObject(entry) ? (entry.event ?? entry.text ?? entry.comment) : entry;
  return typeof text === 'string' ? text.toWellFormed().replaceAll('\0', '') : '';
}

const maxFields = 200;
const maxFieldLength = 2_000;

/** As the module takes them: values that are no text, number or boolean are left out. */
function fieldsOf(fields: unknown): Readonly<Record<string, string>> {
  if (!isObject(fields)) return {};
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, String(value).toWellFormed().replaceAll('\0', '').slice(0, maxFieldLength)]]
      : [],
  );
  return Object.fromEntries(entries.slice(0, maxFields));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

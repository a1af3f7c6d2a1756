import type { WireCall } from '../../src/client/transport.ts';
import { below } from '../../src/client/wires/calls.ts';
import { legacy as legacyCalls } from '../../src/client/wires/legacy.ts';
import { native as nativeCalls } from '../../src/client/wires/native.ts';
import { phpvms7 } from '../../src/client/wires/phpvms7.ts';
import { smartcars as smartcarsCalls, stratos as stratosCalls } from '../../src/client/wires/smartcars.ts';
import type { PlaceBid } from './place.ts';

/** A call that is sent many times at once; the next one of a way follows when all were answered. */
interface Step {
  /** @param named - what the answers of the step before named */
  call(bid: PlaceBid, named: string): WireCall;
  /** What an answer with status 200 names: a PIREP, or a flight. */
  named(json: unknown): unknown;
}

/** How a client flies a bid by calls that open its flight by themselves. The last step files it. */
export interface Way {
  readonly name: string;
  readonly steps: readonly Step[];
}

const member = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : null), value);
/** Below it phpVMS 7's own API answers. */
export const coreApi = '/api/';
const log = ['Engine start', 'Engine stop'];
const place = { lat: 47.458, lon: 8.548, gs: 0, altitude_msl: 1_400 };

/** @param calls - each with what names the flight or the PIREP in its answer */
const way = (name: string, ...calls: readonly (readonly [Step['call'], Step['named']])[]): Way => ({
  name,
  steps: calls.map(([call, named]) => ({ call, named })),
});

const receipt = (json: unknown) => member(json, 'receipt', 'pirep_id');
const flightId = (json: unknown) => member(json, 'flight_id');
const firstPosition = () => legacyCalls.report({ ...place, seq: 1, recorded_at: new Date().toISOString() });
const submitLog = [() => legacyCalls.finish({ flight_time: 61, log }), receipt] as const;

const legacy: readonly Way[] = [
  way('submit_log', submitLog),
  way('a first position, submit_log', [firstPosition, flightId], submitLog),
  way('submit_log of its bid', [({ id }) => legacyCalls.finish({ flight_time: 61, log, bid_id: id }), receipt]),
];

/**
 * Of smartCARS 3. Of version 5 an answer names the flight by letters until there is a PIREP, which has a number.
 * @param base - its Script URL
 */
function smartcars(base: string, pirepIds: RegExp): readonly Way[] {
  const at = { latitude: place.lat, longitude: place.lon, heading: 0, altitude: 1_400, phase: 'boarding' };
  const complete = [
    ({ id }: PlaceBid) => below(base, smartcarsCalls.finish({ bidID: Number(id), flightTime: 1.02 })),
    (json: unknown) => pirepIds.exec(String(member(json, 'pirepID')))?.[0] ?? null,
  ] as const;
  const start = [
    ({ id }: PlaceBid) => below(base, smartcarsCalls.start(Number(id))),
    (json: unknown) => member(json, 'trackingID'),
  ] as const;
  const update = [
    ({ id }: PlaceBid) => below(base, smartcarsCalls.report({ bidID: Number(id), ...at })),
    () => 'taken',
  ] as const;
  return [
    way('complete', complete),
    way('start, complete', start, complete),
    way('a first update, complete', update, complete),
  ];
}

const pirepId = (json: unknown) => member(json, 'data', 'id');
const native: readonly Way[] = [
  way(
    'start, finish',
    [({ id }) => nativeCalls.start({ bid_id: id }), flightId],
    [(_, flight_id) => nativeCalls.finish({ flight_id, flight_time: 61 }), receipt],
  ),
  way(
    'prefile, file',
    [(bid) => below(coreApi, phpvms7.start(prefileOf(bid))), pirepId],
    [
      (_, id) => below(coreApi, phpvms7.finish(id, { distance: 160, flight_time: 61 })),
      (json) => (member(json, 'data', 'state') === 0 ? null : pirepId(json)),
    ],
  ),
];

const stratosBase = '/api/tracker/stratos/';
/** Of the Stratos client; its flight opens by a start only. */
const stratos = way(
  'a Stratos start, complete',
  [({ id }) => below(stratosBase, stratosCalls.start(Number(id))), (json) => member(json, 'tracking_id')],
  [
    (_, tracking_id) => below(stratosBase, stratosCalls.finish({ tracking_id, flight_time: 1.02 })),
    (json) => member(json, 'pirep_id'),
  ],
);

function prefileOf({ scheduleId, airlineId, flightNumber, departure, arrival, aircraftId }: PlaceBid): object {
  return {
    flight_id: scheduleId,
    airline_id: airlineId,
    flight_number: flightNumber,
    aircraft_id: aircraftId,
    dpt_airport_id: departure,
    arr_airport_id: arrival,
    source_name: 'a client',
  };
}

/** Of each version of the crew center. */
export const waysOf: Readonly<Record<7 | 5, readonly Way[]>> = {
  5: [...legacy, ...smartcars('/acars/smartcars.php/', /^\d+$/)],
  7: [...native, stratos, ...smartcars('/api/tracker/smartcars/', /^.+$/)],
};

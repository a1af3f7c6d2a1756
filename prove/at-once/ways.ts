import type { PlaceBid } from './place.ts';

export interface Call {
  readonly path: string;
  readonly body: object;
}

/** A call that is sent many times at once; the next one of a way follows when all were answered. */
interface Step {
  /** @param named - what the answers of the step before named */
  call(bid: PlaceBid, named: string): Call;
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
const log = ['Engine start', 'Engine stop'];
const place = { lat: 47.458, lon: 8.548, gs: 0, altitude_msl: 1_400 };

const submitLog: Step = {
  call: () => ({ path: '/acars/submit_log.php', body: { flight_time: 61, log } }),
  named: (json) => member(json, 'receipt', 'pirep_id'),
};

const legacy: readonly Way[] = [
  { name: 'submit_log', steps: [submitLog] },
  {
    name: 'a first position, submit_log',
    steps: [
      {
        call: () => ({
          path: '/acars/position.php',
          body: { ...place, seq: 1, recorded_at: new Date().toISOString() },
        }),
        named: (json) => member(json, 'flight_id'),
      },
      submitLog,
    ],
  },
  {
    name: 'submit_log of its bid',
    steps: [
      {
        call: ({ id }) => ({ path: '/acars/submit_log.php', body: { flight_time: 61, log, bid_id: id } }),
        named: (json) => member(json, 'receipt', 'pirep_id'),
      },
    ],
  },
];

/**
 * Of smartCARS 3. Of version 5 an answer names the flight by letters until there is a PIREP, which has a number.
 * @param base - of its Script URL
 */
function smartcars(base: string, pirepIds: RegExp): readonly Way[] {
  const complete: Step = {
    call: ({ id }) => ({ path: `${base}/flights/complete`, body: { bidID: Number(id), flightTime: 1.02 } }),
    named: (json) => pirepIds.exec(String(member(json, 'pirepID')))?.[0] ?? null,
  };
  const start: Step = {
    call: ({ id }) => ({ path: `${base}/flights/start`, body: { bidID: Number(id) } }),
    named: (json) => member(json, 'trackingID'),
  };
  const update: Step = {
    call: ({ id }) => ({
      path: `${base}/flights/update`,
      body: {
        bidID: Number(id),
        latitude: place.lat,
        longitude: place.lon,
        heading: 0,
        altitude: 1_400,
        phase: 'boarding',
      },
    }),
    named: () => 'taken',
  };
  return [
    { name: 'complete', steps: [complete] },
    { name: 'start, complete', steps: [start, complete] },
    { name: 'a first update, complete', steps: [update, complete] },
  ];
}

const native: readonly Way[] = [
  {
    name: 'start, finish',
    steps: [
      {
        call: ({ id }) => ({ path: '/api/tracker/start', body: { bid_id: id } }),
        named: (json) => member(json, 'flight_id'),
      },
      {
        call: (_, flight_id) => ({ path: '/api/tracker/finish', body: { flight_id, flight_time: 61 } }),
        named: (json) => member(json, 'receipt', 'pirep_id'),
      },
    ],
  },
  {
    name: 'prefile, file',
    steps: [
      {
        call: (bid) => ({ path: '/api/pireps/prefile', body: prefileOf(bid) }),
        named: (json) => member(json, 'data', 'id'),
      },
      {
        call: (_, id) => ({
          path: `/api/pireps/${id}/file`,
          body: { distance: 160, flight_time: 61 },
        }),
        named: (json) => (member(json, 'data', 'state') === 0 ? null : member(json, 'data', 'id')),
      },
    ],
  },
];

/** Of the Stratos client; its flight opens by a start only. */
const stratos: Way = {
  name: 'a Stratos start, complete',
  steps: [
    {
      call: ({ id }) => ({ path: '/api/tracker/stratos/flights/start', body: { bid_id: Number(id) } }),
      named: (json) => member(json, 'tracking_id'),
    },
    {
      call: (_, tracking_id) => ({
        path: '/api/tracker/stratos/flights/complete',
        body: { tracking_id, flight_time: 1.02 },
      }),
      named: (json) => member(json, 'pirep_id'),
    },
  ],
};

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
  5: [...legacy, ...smartcars('/acars/smartcars.php', /^\d+$/)],
  7: [...native, stratos, ...smartcars('/api/tracker/smartcars', /^.+$/)],
};

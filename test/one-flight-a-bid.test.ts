import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openParallelAirline, type ParallelAirline } from './parallel-airline.ts';
import type { Answer } from './wire/ask.ts';

// The same call sixteen times at once, as clients send it that repeat it on a timeout, at a crew center that takes its time:
// whichever way opens a flight, a bid gets one, and every answer names it.

const atOnce = 16;
const seeds = [1, 2, 3] as const;

interface Way {
  readonly name: string;
  readonly version: 7 | 5;
  readonly path: string;
  body(airline: ParallelAirline): object;
  /** What an answer names: a flight, or a PIREP. */
  named(answer: Answer): unknown;
  /** What Ada has afterwards. */
  readonly left: 'an open flight' | 'a filed PIREP';
  prepare?(airline: ParallelAirline): void;
}

const seconds = (airline: ParallelAirline) => airline.world.clock.now();
const bidOf = ({ bid }: ParallelAirline) => Number(bid.bid_id);
const positionOf = (airline: ParallelAirline) => ({
  lat: 47.458,
  lon: 8.548,
  gs: 0,
  altitude_msl: 1_400,
  recorded_at: new Date(seconds(airline)).toISOString(),
});
const prefileOf = ({ bid, query }: ParallelAirline, changes: object = {}) => ({
  airline_id: bid.airline_id,
  flight_number: bid.flight_number,
  flight_id: bid.id,
  source_name: 'a client',
  dpt_airport_id: bid.dpt_airport_id,
  arr_airport_id: bid.arr_airport_id,
  aircraft_id: query("SELECT id FROM aircraft WHERE registration = 'HB-JMJ'")[0]?.id,
  ...changes,
});
const updateOf = (airline: ParallelAirline) => ({
  bidID: bidOf(airline),
  latitude: 47.458,
  longitude: 8.548,
  heading: 0,
  altitude: 1_400,
  groundSpeed: 0,
  phase: 'boarding',
});
const flightId = ({ json }: Answer) => json?.flight_id ?? json?.flight?.flight_id;
const pirepId = ({ json }: Answer) => json?.receipt?.pirep_id;

const ways: readonly Way[] = [
  {
    name: 'submit_log without a flight',
    version: 5,
    path: '/acars/submit_log.php',
    left: 'a filed PIREP',
    body: () => ({ flight_time: 60, log: ['Engine start', 'Engine stop'] }),
    named: pirepId,
  },
  {
    name: 'submit_log that names its bid',
    version: 5,
    path: '/acars/submit_log.php',
    left: 'a filed PIREP',
    body: (airline) => ({ flight_time: 60, bid_id: bidOf(airline) }),
    named: pirepId,
  },
  {
    name: 'a first position',
    version: 5,
    path: '/acars/position.php',
    left: 'an open flight',
    body: (airline) => ({ ...positionOf(airline), seq: 1 }),
    named: flightId,
  },
  {
    name: 'complete without a flight',
    version: 5,
    path: '/acars/smartcars.php/flights/complete',
    left: 'a filed PIREP',
    body: (airline) => ({ bidID: bidOf(airline), flightTime: 1 }),
    named: ({ json }) => json.pirepID,
  },
  {
    name: 'a smartCARS start',
    version: 5,
    path: '/acars/smartcars.php/flights/start',
    left: 'an open flight',
    body: (airline) => ({ bidID: bidOf(airline) }),
    named: ({ json }) => json.trackingID,
  },
  {
    name: 'a first update',
    version: 5,
    path: '/acars/smartcars.php/flights/update',
    left: 'an open flight',
    body: updateOf,
    named: ({ text }) => text,
  },
  {
    name: 'complete without a flight',
    version: 7,
    path: '/api/tracker/smartcars/flights/complete',
    left: 'a filed PIREP',
    body: (airline) => ({ bidID: bidOf(airline), flightTime: 1 }),
    named: ({ json }) => json.pirepID,
  },
  {
    name: 'a smartCARS start',
    version: 7,
    path: '/api/tracker/smartcars/flights/start',
    left: 'an open flight',
    body: (airline) => ({ bidID: bidOf(airline) }),
    named: ({ json }) => json.trackingID,
  },
  {
    name: 'a first update',
    version: 7,
    path: '/api/tracker/smartcars/flights/update',
    left: 'an open flight',
    body: updateOf,
    named: ({ text }) => text,
  },
  {
    name: 'a start of a bid',
    version: 7,
    path: '/api/tracker/start',
    left: 'an open flight',
    body: (airline) => ({ bid_id: bidOf(airline) }),
    named: flightId,
  },
  {
    name: 'a Stratos start',
    version: 7,
    path: '/api/tracker/stratos/flights/start',
    left: 'an open flight',
    body: (airline) => ({ bid_id: bidOf(airline) }),
    named: ({ json }) => json.tracking_id,
  },
  {
    name: 'a prefile of a bid',
    version: 7,
    path: '/api/pireps/prefile',
    left: 'an open flight',
    body: (airline) => prefileOf(airline),
    named: ({ json }) => json.data.id,
  },
  {
    name: 'a prefile of a schedule',
    version: 7,
    path: '/api/pireps/prefile',
    left: 'an open flight',
    prepare: ({ run }) => run('DELETE FROM bids'),
    body: (airline) => prefileOf(airline),
    named: ({ json }) => json.data.id,
  },
  {
    name: 'a prefile of a charter',
    version: 7,
    path: '/api/pireps/prefile',
    left: 'an open flight',
    body: (airline) => prefileOf(airline, { flight_id: null, flight_number: '987' }),
    named: ({ json }) => json.data.id,
  },
];

async function sixteen(airline: ParallelAirline, way: Way): Promise<unknown> {
  const body = way.body(airline);
  const answers = await Promise.all(Array.from({ length: atOnce }, () => airline.post(way.path, body)));
  const said = new Set(answers.map((answer) => (answer.status === 200 ? way.named(answer) : answer.text)));
  assert.equal(said.size, 1, [...said].join('\n'));
  assert.equal(answers[0]?.status, 200, answers[0]?.text);
  return [...said][0];
}

suite('one flight a bid', { concurrency: 2 }, () => {
  for (const way of ways) {
    test(`version ${way.version}: ${way.name}, ${atOnce} times at once`, async () => {
      for (const seed of seeds) {
        await using airline = await openParallelAirline(way.version, seed);
        way.prepare?.(airline);
        const bids = airline.query('SELECT * FROM bids').length;
        await sixteen(airline, way);
        const flights = await airline.world.tracking.operator.listFlights({});
        assert.equal(flights.length, 1, `seed ${seed}: ${flights.map(({ flight }) => flight.state).join()}`);
        const [open, filed, cancelled] = airline.pireps();
        const isFiled = way.left === 'a filed PIREP';
        assert.deepEqual([open, filed, cancelled], [way.version === 7 && !isFiled ? 1 : 0, isFiled ? 1 : 0, 0]);
        assert.ok(airline.query('SELECT * FROM bids').length <= bids + 1, 'bids were made more than once');
      }
    });
  }
});

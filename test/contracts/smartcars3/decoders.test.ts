import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoPassword } from '../../../src/platform/embedded/demo.ts';
import {
  bidsOf,
  completeOf,
  flavours,
  type Smartcars,
  smartcarsWorld,
  startOf,
  updateOf,
} from '../../wire/smartcars.ts';
import { findUnreadable, type Kinds } from '../phpvms7-core/decoders/decoder.ts';

// What smartCARS 3, its screens and its plugins read, by the types that their source gives them: a text where a number is
// expected leaves a screen empty.

const source = {
  sdk: 'example plugin a9603a7, background/sdk/index.ts',
  tracking: 'smartcars-3-announcements a20f9cc, modules/flight-tracking.ts',
  screens: 'Flight Center 1.0.5, src',
};

const pilot = {
  dbID: 'integer',
  pilotID: 'text',
  firstName: 'anytext',
  lastName: 'anytext',
  email: 'anytext',
  rank: 'anytext',
  rankImage: 'anytext|null',
  rankLevel: 'integer',
  avatar: 'anytext|null',
  session: 'text',
} satisfies Readonly<Record<string, Kinds>>;

const schedule = (id: string, kinds: Kinds) => ({
  data: 'list',
  [`data[].${id}`]: kinds,
  'data[].code': 'anytext',
  'data[].number': 'text',
  'data[].departureAirport': 'text',
  'data[].arrivalAirport': 'text',
  'data[].flightTime': 'number',
  'data[].distance': 'number',
  'data[].route': 'list|null',
});

const reads: readonly (readonly [call: string, source: string, Readonly<Record<string, Kinds>>])[] = [
  ['/pilot/login', source.sdk, pilot],
  ['/pilot/verify', source.sdk, pilot],
  [
    '/data/aircraft',
    source.tracking,
    {
      data: 'list',
      'data[].id': 'integer',
      'data[].code': 'anytext',
      'data[].name': 'text',
      'data[].serviceCeiling': 'digits',
      'data[].maximumPassengers': 'integer',
      'data[].maximumCargo': 'integer',
      'data[].registration': 'anytext|absent',
    },
  ],
  [
    '/data/airports',
    source.screens,
    {
      data: 'list',
      'data[].code': 'text',
      'data[].name': 'text',
      'data[].latitude': 'number',
      'data[].longitude': 'number',
    },
  ],
  ['/data/news', source.screens, { title: 'anytext', body: 'anytext' }],
  ['/flights/bookings', source.screens, schedule('bidID', 'integer')],
  ['/flights/search', source.screens, schedule('id', 'text|integer')],
  [
    '/pilot/statistics',
    source.screens,
    { hoursFlown: 'number', flightsFlown: 'number', averageLandingRate: 'number|null', pirepsFiled: 'number' },
  ],
  [
    '/pireps/search',
    source.screens,
    {
      data: 'list',
      'data[].id': 'text|integer',
      'data[].flightTime': 'number',
      'data[].landingRate': 'number|null',
      'data[].fuelUsed': 'number|null',
    },
  ],
];

for (const flavour of flavours) {
  const { name, version } = flavour;
  test(`${name}: its programs read every answer`, async () => {
    await using world = await smartcarsWorld(flavour);
    const client = await world.signIn();
    const { mmun } = await bidsOf(client);
    const uuid = await startOf(client, mmun.bidID);
    await client.post('/flights/update', updateOf(mmun.bidID, uuid));
    assert.equal((await client.post('/flights/complete', completeOf(mmun.bidID, uuid))).status, 200);
    const wrong = [];
    for (const [call, from, members] of reads) {
      const json = await answerOf(world.served, client, call);
      const answer = Array.isArray(json) ? { data: json } : json;
      if (Array.isArray(json)) assert.ok(json.length > 0, `${call} has something to read`);
      const found = findUnreadable(answer, { call, source: from, members });
      wrong.push(...found.map((line) => `${call} ${line} (${from})`));
    }
    assert.deepEqual(wrong, []);
  });

  test(`${name}: the lowest rank of an aircraft is ${version === '7' ? 'a number' : 'a name, or null'}`, async () => {
    await using world = await smartcarsWorld(flavour);
    const client = await world.signIn();
    const members = { 'data[].minimumRank': version === '7' ? 'integer' : 'text|null' };
    const answer = { data: (await client.get('/data/aircraft')).json };
    assert.deepEqual(findUnreadable(answer, { call: '/data/aircraft', source: source.tracking, members }), []);
  });
}

type Served = Awaited<ReturnType<typeof smartcarsWorld>>['served'];

async function answerOf(served: Served, client: Smartcars, call: string): Promise<unknown> {
  if (call === '/pilot/login')
    return (await served.ask('/pilot/login?username=ada%40demo-air.example', { body: { password: demoPassword } }))
      .json;
  if (call === '/pilot/verify') return (await client.post('/pilot/verify', { session: client.session })).json;
  return (await client.get(call)).json;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, completeOf, flavours, flightOf, startOf, updateOf } from './smartcars.ts';

// Figures that smartCARS does not send, where its reports cannot give them either.

type Place = readonly [latitude: number, longitude: number];
const parked: Place = [47.4581, 8.5481];
const cases: readonly (readonly [what: string, places: readonly Place[], isPlanned: boolean])[] = [
  ['without any report', [], true],
  ['whose positions no aircraft could have reached', [parked, [30, -20], [21, -60], [21.0365, -86.8771]], true],
  [
    'that is at its arrival all at once',
    [parked, parked, [21.0365, -86.8771], [21.0365, -86.8771], [21.0366, -86.877]],
    true,
  ],
  [
    'with one position of a menu among believable ones',
    [parked, [47.46, 8.6], [0, 0], [47.46, 8.62], [47.46, 8.64]],
    false,
  ],
  ['that ends where it began', [parked, [47.46, 8.6], parked], false],
];

for (const flavour of flavours)
  for (const [what, places, isPlanned] of cases)
    test(`${flavour.name}: a flight ${what} is filed with ${isPlanned ? "the schedule's distance" : 'what was flown'}`, async () => {
      const { world, client, mmun } = await begin(flavour);
      await using _world = world;
      const uuid = await startOf(client, mmun.bidID);
      for (const [latitude, longitude] of places) {
        await world.served.world.clock.advance(60_000);
        const groundSpeed = latitude === parked[0] ? 0 : 120;
        const update = updateOf(mmun.bidID, uuid, { latitude, longitude, altitude: 3_000, groundSpeed });
        assert.equal((await client.post('/flights/update', update)).status, 200);
      }
      assert.equal((await client.post('/flights/complete', completeOf(mmun.bidID, uuid))).status, 200);
      const { flight } = await flightOf(world);
      const { distanceNm, basis } = flight.receipt?.pirep ?? assert.fail();
      assert.ok(flight.plan.distanceNm !== null);
      if (isPlanned) assert.deepEqual([distanceNm, basis.distanceNm], [flight.plan.distanceNm, 'estimated']);
      else assert.ok(distanceNm !== null && distanceNm > 0 && distanceNm < 10, `${distanceNm}`);
    });

for (const flavour of flavours)
  test(`${flavour.name}: a log in base64 of Latin 1, as a browser's btoa makes it, is read`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    const latin1 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
    const sent = {
      flightLog: latin1('[10:00:00] Gelandet in Zürich'),
      flightData: latin1('[{"message":"Über Genève"}]'),
    };
    assert.equal((await client.post('/flights/complete', completeOf(mmun.bidID, uuid, sent))).status, 200);
    const { pirep } = (await flightOf(world)).flight.receipt ?? assert.fail();
    assert.deepEqual(
      pirep.log.map(({ text }) => text),
      ['Über Genève', '[10:00:00] Gelandet in Zürich'],
    );
  });

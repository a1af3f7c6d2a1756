import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, bidsOf, completeOf, flavours, flightOf, type SmartcarsWorld, startOf, updateOf } from './smartcars.ts';

// How a flight of smartCARS ends: once, whole, and for the right bid. The modules it was written for get this wrong.

const pirepIdOf = (world: SmartcarsWorld) => world.pireps()[0]?.[world.flavour.version === '7' ? 'id' : 'pirepid'];

for (const flavour of flavours) {
  const { name } = flavour;

  test(`${name}: complete files once, whoever repeats it and however often`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    await client.post('/flights/update', updateOf(mmun.bidID, uuid));
    const all = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/flights/complete', completeOf(mmun.bidID, uuid))),
    );
    const later = await client.post('/flights/complete', completeOf(mmun.bidID, uuid));
    const ids = new Set([...all, later].map(({ status, json, text }) => (status === 200 ? json.pirepID : text)));
    assert.deepEqual([...ids], [pirepIdOf(world)]);
    assert.equal(world.pireps().length, 1);
  });

  test(`${name}: a flight without any update is filed from what complete carries`, async () => {
    const { world, client, mmun, eddf } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    assert.equal((await client.post('/flights/complete', completeOf(mmun.bidID, uuid))).status, 200);
    const unstarted = await client.post('/flights/complete', completeOf(eddf.bidID, undefined));
    assert.equal(unstarted.status, 200, unstarted.text);
    assert.equal(world.pireps().length, 2);
  });

  test(`${name}: figures, route, comments and log of complete are filed, in any form`, async () => {
    for (const form of ['base64', 'list'] as const) {
      const { world, client, mmun } = await begin(flavour);
      await using _world = world;
      const uuid = await startOf(client, mmun.bidID);
      const sent = completeOf(mmun.bidID, uuid);
      const unpack = (text: string) => Buffer.from(text, 'base64').toString();
      const lists = { flightLog: unpack(sent.flightLog).split('\n'), flightData: JSON.parse(unpack(sent.flightData)) };
      const numbers =
        form === 'list' ? { flightTime: '11.25', fuelUsed: '145000.5', landingRate: '-212', ...lists } : {};
      assert.equal((await client.post('/flights/complete', { ...sent, ...numbers })).status, 200);
      const { receipt } = (await flightOf(world)).flight;
      const { flightTimeMin, landingRateFpm, fuelUsedLb, blockFuelLb, route, notes, log } =
        receipt?.pirep ?? assert.fail();
      assert.deepEqual([flightTimeMin, landingRateFpm, fuelUsedLb, blockFuelLb], [675, -212, 145_000.5, 19_998.11]);
      assert.equal(route, 'DEGES UN853 KONAN');
      assert.match(notes ?? '', /Nice <b>day<\/b>/);
      assert.deepEqual(log, [
        { at: Date.UTC(2024, 2, 6, 10, 2), text: 'Pushing back with 9071 kgs of fuel' },
        { at: Date.UTC(2024, 2, 6, 21, 10), text: 'Landed at -212 ft/min' },
        { at: null, text: '[10:30:00] Comment: smooth' },
      ]);
    }
  });

  test(`${name}: a log that cannot be read keeps no flight from being filed`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    const broken = { flightData: 'not base64!', flightLog: '', comments: null, route: [''] };
    const answer = await client.post('/flights/complete', completeOf(mmun.bidID, uuid, broken));
    assert.equal(answer.status, 200, answer.text);
    const { pirep } = (await flightOf(world)).flight.receipt ?? assert.fail();
    assert.deepEqual(pirep.log, [{ at: null, text: 'The flight data of the client could not be read.' }]);
    assert.equal(pirep.route, null);
  });

  test(`${name}: with the crew center out of reach complete is 200, and the PIREP is filed once it is back`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const { clock, line } = world.served.world;
    const uuid = await startOf(client, mmun.bidID);
    await client.post('/flights/update', updateOf(mmun.bidID, uuid));
    line.fail('all', 'before');
    const answer = await client.post('/flights/complete', completeOf(mmun.bidID, uuid));
    assert.deepEqual([answer.status, answer.json], [200, { pirepID: uuid }]);
    await clock.leap(3_600_000);
    line.heal();
    await world.served.world.until(async () => (await flightOf(world)).flight.state === 'filed');
    const again = await client.post('/flights/complete', completeOf(mmun.bidID, uuid));
    assert.deepEqual([again.status, again.json.pirepID], [200, pirepIdOf(world)]);
    assert.equal(world.pireps().length, 1);
  });

  test(`${name}: killed while fifty completes wait for the crew center, one PIREP is filed`, async () => {
    for (const moment of ['before', 'after'] as const) {
      const { world, client, mmun } = await begin(flavour);
      await using _world = world;
      const { line } = world.served.world;
      const uuid = await startOf(client, mmun.bidID);
      await client.post('/flights/update', updateOf(mmun.bidID, uuid));
      line.fail('all', moment);
      const sent = Array.from({ length: 50 }, () => client.post('/flights/complete', completeOf(mmun.bidID, uuid)));
      // The first one is accepted; the others may be cut off by the kill.
      assert.equal((await Promise.race(sent)).status, 200);
      const ended = Promise.allSettled(sent);
      await world.served.world.restart();
      await ended;
      line.heal();
      await world.served.world.until(async () => (await flightOf(world)).flight.state === 'filed');
      assert.deepEqual([world.pireps().length, (await flightOf(world)).flight.receipt?.pirep.flightTimeMin], [1, 675]);
    }
  });

  test(`${name}: two bids never mix: the uuid counts, and a new flight does not take over the filed one`, async () => {
    const { world, client, mmun, eddf } = await begin(flavour);
    await using _world = world;
    const first = await startOf(client, mmun.bidID);
    await client.post('/flights/update', updateOf(mmun.bidID, first));
    const refused = await client.post('/flights/start', { bidID: eddf.bidID });
    assert.deepEqual([refused.status, Object.keys(refused.json)], [409, ['message']]);
    await client.post('/flights/complete', completeOf(mmun.bidID, first));
    const second = await startOf(client, eddf.bidID);
    assert.notEqual(second, first);
    for (const late of [updateOf(mmun.bidID, first), updateOf(mmun.bidID, undefined)])
      assert.equal((await client.post('/flights/update', late)).status, 409);
    await client.post('/flights/update', updateOf(eddf.bidID, second));
    await client.post('/flights/complete', completeOf(eddf.bidID, second, { flightTime: 1 }));
    const arrivals = world.pireps().map((row) => row.arr_airport_id ?? row.arricao);
    assert.deepEqual(arrivals.sort(), ['EDDF', 'MMUN']);
  });

  test(`${name}: a flight that was lost is given up for another one, or with its bid`, async () => {
    const { world, client, mmun, eddf } = await begin(flavour);
    await using _world = world;
    const { clock } = world.served.world;
    const lost = await startOf(client, mmun.bidID);
    await client.post('/flights/update', updateOf(mmun.bidID, lost));
    await client.post(
      '/flights/update',
      updateOf(mmun.bidID, lost, { altitude: 9000, groundSpeed: 300, latitude: 47.6, phase: 'climb' }),
    );
    await clock.leap(31 * 60_000);
    await world.served.world.until(async () => (await flightOf(world)).flight.state === 'suspended');
    const second = await startOf(client, eddf.bidID);
    assert.notEqual(second, lost);
    assert.equal((await client.post('/flights/cancel', { uuid: second, bidID: eddf.bidID })).status, 200);
  });

  test(`${name}: cancel is 200 again and again, of a bid that nobody flies too, and the bid stays`, async () => {
    const { world, client, mmun, eddf } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    for (const body of [{ uuid, bidID: mmun.bidID }, { uuid, bidID: mmun.bidID }, { bidID: eddf.bidID }]) {
      const answer = await client.post('/flights/cancel', body);
      assert.deepEqual([answer.status, answer.json], [200, { status: 200 }], answer.text);
    }
    assert.deepEqual(await bidsOf(client), { mmun, eddf });
    assert.equal((await client.post('/flights/update', updateOf(mmun.bidID, uuid))).status, 404);
    const again = await startOf(client, mmun.bidID);
    assert.notEqual(again, uuid);
    assert.equal((await client.post('/flights/complete', completeOf(mmun.bidID, again))).status, 200);
    const late = await client.post('/flights/cancel', { uuid: again, bidID: mmun.bidID });
    assert.equal(late.status, 409);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, flavours, smartcarsWorld, startOf } from './smartcars.ts';

// Traps of smartCARS that no other test of the contract holds.

for (const flavour of flavours) {
  const { name, version } = flavour;

  test(`${name}: an airport that only a bid knows is in the list, or its row would not be drawn`, async () => {
    await using world = await smartcarsWorld(flavour);
    world.run(
      version === '7'
        ? "UPDATE flights SET arr_airport_id = 'ZZXX' WHERE flight_number = 310"
        : "UPDATE schedules SET arricao = 'ZZXX' WHERE flightnum = '310'",
    );
    const client = await world.signIn();
    const airports: { code: string; name: unknown; latitude: unknown }[] = (await client.get('/data/airports')).json;
    const listed = airports.find(({ code }) => code === 'ZZXX');
    assert.deepEqual([typeof listed?.name, typeof listed?.latitude], ['string', 'number']);
    const bids: { arrivalAirport: string }[] = (await client.get('/flights/bookings')).json;
    assert.ok(bids.some(({ arrivalAirport }) => arrivalAirport === 'ZZXX'));
  });

  test(`${name}: without news the answer is an empty item, and without PIREPs an empty list`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { get } = await world.signIn();
    const news = await get('/data/news');
    assert.deepEqual([news.status, news.json.title, news.json.body], [200, '', '']);
    assert.deepEqual((await get('/pireps/latest')).json, []);
  });

  test(`${name}: start again is the same flight; another pilot's is unknown to cancel, complete and rebook`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    assert.equal(await startOf(client, mmun.bidID), uuid);
    const cleo = await world.signIn('cleo@demo-air.example');
    for (const call of ['cancel', 'complete'])
      assert.equal((await cleo.post(`/flights/${call}`, { uuid, bidID: mmun.bidID, flightTime: 1 })).status, 404, call);
    const choice = { bidID: mmun.bidID, aircraftID: 1 };
    // Version 5 keeps no aircraft with a bid.
    const [theirs, own] = version === '7' ? [404, 200] : [501, 501];
    assert.equal((await cleo.post('/flights/rebook', choice)).status, theirs);
    const rebooked = await client.post('/flights/rebook', choice);
    assert.equal(rebooked.status, own, rebooked.text);
    if (own === 501) assert.match(rebooked.json.message, /The schedule names the aircraft here\./);
    else assert.deepEqual(rebooked.json, { bidID: mmun.bidID });
    assert.equal(world.pireps().length, version === '7' ? 1 : 0);
  });
}

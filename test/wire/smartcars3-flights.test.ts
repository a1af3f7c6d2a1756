import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BidRow, begin, completeOf, flavours, flightOf, startOf, updateOf } from './smartcars.ts';

// A flight under way as smartCARS flies it: bids, start, update.

for (const flavour of flavours) {
  const { name } = flavour;

  test(`${name}: bids are listed with ids that are integers, a route that is a list or null, and times`, async () => {
    const { world, mmun, client } = await begin(flavour);
    await using _world = world;
    assert.ok(Number.isInteger(mmun.bidID));
    const row = (await client.get('/flights/bookings')).json.find((bid: BidRow) => bid.bidID === mmun.bidID);
    assert.deepEqual(
      [row.code, row.number, row.departureAirport, row.departureTime, row.arrivalTime, row.distance, row.type],
      ['DMO', '204', 'LSZH', '12:40', '17:50', 4850, 'P'],
    );
    assert.equal(row.route, null);
    assert.equal(typeof row.flightTime, 'number');
  });

  test(`${name}: start is the same flight again, also after the client and the server were killed`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    await client.post('/flights/update', updateOf(mmun.bidID, uuid));
    const both = await Promise.all([startOf(client, mmun.bidID), startOf(client, mmun.bidID)]);
    await world.served.world.restart();
    assert.deepEqual(both, [uuid, uuid]);
  });

  test(`${name}: a flight is named by uuid, by bid, or by both, and never another pilot's`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    for (const names of [[mmun.bidID, uuid], [undefined, uuid], [mmun.bidID], [String(mmun.bidID), 'ABCdef123456']]) {
      world.served.world.clock.set(world.served.world.clock.now() + 5_000);
      const answer = await client.post('/flights/update', updateOf(names[0], names[1]));
      assert.deepEqual([answer.status, answer.text], [200, ''], `${names} ${answer.text}`);
    }
    const ben = await world.signIn('ben@demo-air.example');
    for (const path of ['/flights/update', '/flights/complete', '/flights/cancel']) {
      const answer = await ben.post(path, { ...updateOf(mmun.bidID, uuid), flightTime: 1 });
      assert.equal(answer.status, 404, `${path} ${answer.text}`);
    }
    assert.equal((await flightOf(world)).positionCount, 4);
  });

  test(`${name}: without a start the first update begins the flight of its bid`, async () => {
    const { world, client, eddf } = await begin(flavour);
    await using _world = world;
    const answer = await client.post('/flights/update', updateOf(eddf.bidID, undefined));
    assert.equal(answer.status, 200, answer.text);
    const { flight } = await flightOf(world);
    assert.deepEqual([flight.bidId, flight.network], [String(eddf.bidID), 'vatsim']);
  });

  test(`${name}: what update says is kept: place, phase, heading 360, numbers as text, network`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    const said = {
      heading: 360,
      altitude: '31,000',
      groundSpeed: '451',
      phase: 'CRUISE',
      network: 'IVAO',
      latitude: '47.5',
    };
    assert.equal((await client.post('/flights/update', updateOf(mmun.bidID, uuid, said))).status, 200);
    const { flight, lastPosition, phase } = await flightOf(world);
    assert.equal(flight.network, 'ivao');
    assert.equal(phase, 'cruise');
    const { lat, headingDeg, altitudeMslFt, groundSpeedKt, isDated } = lastPosition ?? assert.fail();
    assert.deepEqual([lat, headingDeg, altitudeMslFt, groundSpeedKt, isDated], [47.5, 0, 31_000, 451, false]);
  });

  test(`${name}: reports of one second do not collide, and are no repeats of each other`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    const updates = Array.from({ length: 20 }, (_, index) => updateOf(mmun.bidID, uuid, { altitude: 1500 + index }));
    const answers = await Promise.all(updates.map((body) => client.post('/flights/update', body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal((await flightOf(world)).positionCount, 20);
  });

  test(`${name}: the aircraft that the pilot chose on the screen is taken from the first update, else from complete`, async () => {
    for (const call of ['/flights/update', '/flights/complete']) {
      const { world, client, eddf } = await begin(flavour);
      await using _world = world;
      const uuid = await startOf(client, eddf.bidID);
      const before = (await flightOf(world)).flight.aircraft?.id;
      const [aircraft] = (Array.isArray(eddf.aircraft) ? eddf.aircraft : [1, 2]).filter((id) => String(id) !== before);
      if (aircraft === undefined) assert.fail('there is no other aircraft to take');
      const body = { ...completeOf(eddf.bidID, uuid), ...updateOf(eddf.bidID, uuid, { aircraft }) };
      assert.equal((await client.post(call, body)).status, 200);
      assert.equal((await flightOf(world)).flight.aircraft?.id, String(aircraft));
      await client.post('/flights/complete', completeOf(eddf.bidID, uuid, { flightTime: 1 }));
      const [row] = world.pireps();
      assert.equal(String(row?.aircraft_id ?? row?.aircraft), String(aircraft));
    }
  });

  test(`${name}: an aircraft that nobody has costs no report and no flight`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    const before = (await flightOf(world)).flight.aircraft;
    assert.equal((await client.post('/flights/update', updateOf(mmun.bidID, uuid, { aircraft: 4711 }))).status, 200);
    assert.equal(
      (await client.post('/flights/complete', completeOf(mmun.bidID, uuid, { aircraft: 4711 }))).status,
      200,
    );
    assert.deepEqual((await flightOf(world)).flight.aircraft, before);
  });

  test(`${name}: every phase of smartCARS has its word`, async () => {
    const { world, client, mmun } = await begin(flavour);
    await using _world = world;
    const uuid = await startOf(client, mmun.bidID);
    const words = {
      boarding: 'boarding',
      push_back: 'pushback',
      taxi: 'taxi',
      take_off: 'takeoff',
      rejected_take_off: 'taxi',
      CLIMB_OUT: 'climb',
      climb: 'climb',
      cruise: 'cruise',
      descent: 'descent',
      approach: 'approach',
      final: 'landing',
      landed: 'landed',
      go_around: 'climb',
      taxi_to_gate: 'taxi-in',
      'Taxi to gate': 'taxi-in',
      deboarding: 'arrived',
      diverted: 'diverted',
      'something else': 'something else',
    };
    for (const [phase, expected] of Object.entries(words)) {
      world.served.world.clock.set(world.served.world.clock.now() + 5_000);
      assert.equal((await client.post('/flights/update', updateOf(mmun.bidID, uuid, { phase }))).status, 200);
      assert.equal((await flightOf(world)).lastPosition?.phase, expected);
    }
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOf, flavours, smartcarsWorld, startOf, updateOf } from './smartcars.ts';

// What the screens of smartCARS list, book and show. Their source says what breaks them: a strict comparison of ids, an
// airport or an aircraft that is not in its list, a route that is a text.

interface Row {
  readonly flightLevel: number;
  readonly daysOfWeek: readonly string[];
  readonly id?: string;
  readonly bidID?: number;
  readonly number: string;
  readonly code: string;
  readonly departureAirport: string;
  readonly arrivalAirport: string;
  readonly route: unknown;
  readonly aircraft: number | readonly number[];
  readonly flightTime: number;
  readonly notes: string | null;
}

for (const flavour of flavours) {
  const { name, version } = flavour;

  test(`${name}: no list holds what breaks a screen`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { get } = await world.signIn();
    const airports = (await get('/data/airports')).json;
    const aircraft = (await get('/data/aircraft')).json;
    const codes = new Set(airports.map((each: { code: string }) => each.code));
    const ids = new Set(aircraft.map((each: { id: number }) => each.id));
    for (const each of airports)
      assert.deepEqual([typeof each.latitude, typeof each.longitude, each.name === null], ['number', 'number', false]);
    for (const each of aircraft) {
      assert.ok(Number.isInteger(each.id) && typeof each.serviceCeiling === 'string');
      assert.deepEqual(['number', 'number'], [typeof each.maximumPassengers, typeof each.maximumCargo]);
    }
    const rows: Row[] = [...(await get('/flights/bookings')).json, ...(await get('/flights/search')).json];
    assert.ok(rows.length > 4);
    for (const row of rows) {
      assert.ok(codes.has(row.departureAirport) && codes.has(row.arrivalAirport), JSON.stringify(row));
      for (const id of [row.aircraft].flat()) assert.ok(Number.isInteger(id) && ids.has(id), JSON.stringify(row));
      assert.ok(row.route === null || Array.isArray(row.route));
      assert.equal(typeof row.flightTime, 'number');
      assert.ok(row.bidID === undefined || Number.isInteger(row.bidID));
      assert.equal(typeof row.code + typeof row.number, 'stringstring');
    }
  });

  test(`${name}: the kinds of flights are those of phpVMS 7, by name and letter`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { get } = await world.signIn();
    const kinds: Readonly<Record<string, string>> = (await get('/data/flight_types')).json;
    const said = Object.entries(kinds).map(([kind, letter]) => `${letter} ${kind}`);
    assert.deepEqual(said.sort(), [
      ...[
        'A ADDITIONAL_CARGO',
        'B ADDTL_SHUTTLE',
        'C CHARTER_PAX_ONLY',
        'D GENERAL_AVIATION',
        'E VIP',
        'F SCHED_CARGO',
      ],
      ...[
        'G ADDTL_PAX',
        'H CHARTER_CARGO_MAIL',
        'I AMBULANCE',
        'J SCHED_PAX',
        'K TRAINING',
        'L CHARTER_CARGO_IN_CABIN',
      ],
      ...['M MAIL_SERVICE', 'N AIR_TAXI', 'O CHARTER_SPECIAL', 'P POSITIONING', 'Q CARGO_IN_CABIN'],
      ...['R ADDTL_CARGO_IN_CABIN', 'S SHUTTLE', 'T TECHNICAL_TEST', 'W MILITARY', 'X TECHNICAL_STOP'],
      ...['Y COMPANY_SPECIFIC', 'Z OTHER'],
    ]);
  });

  test(`${name}: what nobody knows of an aircraft is what the server it was written for answers, else what is known`, async () => {
    await using world = await smartcarsWorld(flavour);
    if (version === '7')
      world.run('UPDATE subfleets SET cargo_capacity = NULL; UPDATE subfleets SET cargo_capacity = 5500 WHERE id = 2');
    const { get } = await world.signIn();
    const aircraft: readonly Readonly<Record<string, unknown>>[] = (await get('/data/aircraft')).json;
    const known = aircraft.map((each) => [
      each.serviceCeiling,
      each.maximumPassengers,
      each.maximumCargo,
      each.minimumRank,
    ]);
    assert.ok(known.length > 1);
    if (version === '5')
      return assert.ok(
        known.every(([ceiling, , , rank]) => ceiling === '0' && (rank === null || typeof rank === 'string')),
      );
    assert.deepEqual([...new Set(known.map((each) => JSON.stringify(each)))].sort(), [
      '["40000",300,1000,0]',
      '["40000",300,5500,0]',
    ]);
  });

  test(`${name}: search takes what the screens send: prefixes, a code with a blank, numbers as text, an aircraft of the list`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { get } = await world.signIn();
    const numbers = async (query: string) =>
      (await get(`/flights/search?${query}`)).json.map((row: Row) => row.number).sort();
    // Version 5 hides what another pilot has booked (DISABLE_SCHED_ON_BID), and has one schedule less.
    const some = (...all: string[]) => all.filter((each) => version === '7' || (each !== '420' && each !== '204'));
    assert.deepEqual(await numbers('departureAirport=LSZH'), some('204', '310', '420'));
    assert.deepEqual(await numbers('departureAirport=LSZ%20'), some('204', '310', '420'));
    assert.deepEqual(await numbers('departureAirport=eddf&arrivalAirport=LSZ'), ['311']);
    assert.deepEqual(await numbers('arrivalAirport=XYZ'), []);
    assert.deepEqual(
      await numbers('minimumDistance=300&maximumDistance=5000.5&minimumFlightTime=5'),
      some('204', '205'),
    );
    assert.deepEqual(await numbers('maximumFlightTime=1.5'), ['310', '311']);
    assert.deepEqual(await numbers('callsign=31'), ['310', '311']);
    assert.deepEqual(await numbers('aircraft=1'), some('204', '205'));
    assert.equal((await numbers('limit=2')).length, 2);
    assert.equal((await numbers('limit=0')).length, 1);
    assert.equal((await get('/flights/search?minimumDistance=far')).status, 400);
  });

  test(`${name}: a booking says what its schedule says, and at the head of its notes why it cannot be flown`, async () => {
    await using world = await smartcarsWorld(flavour);
    world.run(
      version === '7'
        ? "UPDATE flights SET days = 65, level = 210, notes = 'Slots <b>needed</b>' WHERE flight_number = 311"
        : "UPDATE schedules SET daysofweek = '17', flightlevel = 'FL210', notes = 'Slots <b>needed</b>' WHERE flightnum = '311'",
    );
    const client = await world.signIn('cleo@demo-air.example');
    const [found] = (await client.get('/flights/search?callsign=311')).json as Row[];
    await client.post('/flights/book', { flightID: `${found?.id}` });
    const [booked] = (await client.get('/flights/bookings')).json as Row[];
    const said = [21_000, ['Sunday', 'Monday'], 'Slots needed'];
    for (const row of [found, booked]) assert.deepEqual([row?.flightLevel, row?.daysOfWeek, row?.notes], said);
    world.run(version === '7' ? 'UPDATE aircraft SET deleted_at = 1' : 'DELETE FROM aircraft');
    const [blocked] = (await client.get('/flights/bookings')).json as Row[];
    assert.match(String(blocked?.notes), /^.*aircraft.*\nSlots needed$/);
  });

  test(`${name}: what is not known of an aircraft is said as the host's own module says it`, async () => {
    await using world = await smartcarsWorld(flavour);
    const [each] = (await (await world.signIn()).get('/data/aircraft')).json;
    const unknown = version === '7' ? ['40000', 300, 1000, 0] : ['0', 0, 0, null];
    assert.deepEqual([each.serviceCeiling, each.maximumPassengers, each.maximumCargo, each.minimumRank], unknown);
  });

  test(`${name}: book, book again, see it, unbook, unbook again`, async () => {
    await using world = await smartcarsWorld(flavour);
    const client = await world.signIn('cleo@demo-air.example');
    const flight = (await client.get('/flights/search?callsign=311')).json[0] as Row;
    // The screen makes a text of the id, whatever it was.
    const booked = await client.post('/flights/book', { flightID: `${flight.id}` });
    assert.equal(booked.status, 200, booked.text);
    assert.ok(Number.isInteger(booked.json.bidID));
    assert.deepEqual((await client.post('/flights/book', { flightID: `${flight.id}` })).json, booked.json);
    const bids = (await client.get('/flights/bookings')).json as (Row & { flightID: string })[];
    assert.deepEqual(
      bids.map(({ bidID, flightID }) => [bidID, flightID]),
      [[booked.json.bidID, flight.id]],
    );
    assert.equal((await client.post('/flights/book', { flightID: 'nope' })).status, 404);
    for (const _ of [1, 2])
      assert.equal((await client.post('/flights/unbook', { bidID: booked.json.bidID })).status, 200);
    assert.deepEqual((await client.get('/flights/bookings')).json, []);
    const ben = await world.signIn('ben@demo-air.example');
    const [theirs] = (await ben.get('/flights/bookings')).json as Row[];
    assert.equal((await client.post('/flights/unbook', { bidID: theirs?.bidID })).status, 404);
  });

  test(`${name}: a charter is booked from texts, flown, and gone`, async () => {
    await using world = await smartcarsWorld(flavour);
    const client = await world.signIn('cleo@demo-air.example');
    const wish = {
      airlineID: 77,
      number: 'DMO9191',
      departure: 'EDDF',
      arrival: 'LSZH ',
      route: [''],
      aircraft: version === '7' ? '4' : '2',
      cruise: '31000',
      type: 'C',
      departureTime: '09:05',
      arrivalTime: '10:10',
    };
    const booked = await client.post('/flights/charter', wish);
    assert.equal(booked.status, 200, booked.text);
    const [row] = (await client.get('/flights/bookings')).json as Row[];
    assert.deepEqual([row?.bidID, row?.code, row?.number, row?.route], [booked.json.bidID, 'DMO', '9191', null]);
    assert.deepEqual([row?.departureAirport, row?.arrivalAirport, row?.flightLevel], ['EDDF', 'LSZH', 31_000]);
    const ada = await world.signIn();
    assert.deepEqual((await ada.get('/flights/search?callsign=9191')).json, []);
    const uuid = await startOf(client, booked.json.bidID);
    assert.equal(
      (await client.post('/flights/complete', completeOf(booked.json.bidID, uuid, { flightTime: 1 }))).status,
      200,
    );
    assert.deepEqual((await client.get('/flights/bookings')).json, []);
    for (const [wrong, message] of [
      [{ departure: 'XXXX' }, /airport XXXX|^departure /],
      [{ number: 'DMO' }, /^number must hold the digits/],
      [{ type: 'X' }, /^type must be P or C/],
      [{ departureTime: '25:00' }, /^departureTime must be a time/],
    ] as const) {
      const answer = await client.post('/flights/charter', { ...wish, ...wrong });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.json.message, message);
    }
  });

  test(`${name}: logbook, details and statistics of a filed flight; before it they are empty`, async () => {
    await using world = await smartcarsWorld(flavour);
    const client = await world.signIn();
    const { clock } = world.served.world;
    assert.deepEqual((await client.get('/pireps/latest')).json, []);
    assert.deepEqual((await client.get('/pireps/search')).json, []);
    const unknown = version === '7' ? null : 0;
    assert.deepEqual((await client.get('/pilot/statistics')).json, {
      hoursFlown: 0,
      flightsFlown: 0,
      averageLandingRate: unknown,
      pirepsFiled: 0,
    });
    const bid = ((await client.get('/flights/bookings')).json as Row[]).find((row) => row.arrivalAirport === 'MMUN');
    const uuid = await startOf(client, bid?.bidID ?? 0);
    const none = { locationData: null, flightData: null, flightLog: [] };
    assert.deepEqual((await client.get(`/pireps/details?id=${uuid}`)).json, none, 'of a flight that is not filed yet');
    for (const latitude of [47.4581, 47.4582]) {
      await clock.advance(20_000);
      await client.post('/flights/update', updateOf(bid?.bidID, uuid, { latitude }));
    }
    const { pirepID } = (await client.post('/flights/complete', completeOf(bid?.bidID, uuid))).json;
    const latest = (await client.get('/pireps/latest')).json;
    assert.equal(latest.id, pirepID);
    const { status, flightTime, landingRate, fuelUsed, number, airlineCode, route, departureAirport, arrivalAirport } =
      latest;
    assert.deepEqual([flightTime, landingRate, number, airlineCode], [11.25, -212, '204', 'DMO']);
    assert.deepEqual([route, departureAirport, arrivalAirport], ['DEGES UN853 KONAN', 'LSZH', 'MMUN']);
    assert.ok(Math.abs(fuelUsed - 145_000.5) < 1);
    assert.match(status, /^(Pending|Accepted)$/);
    assert.match(latest.submitDate, /^2024-04-06T10:/);
    for (const query of [
      '',
      `?status=${status.toLowerCase()}`,
      '?startDate=2024-04-06&endDate=2024-04-06',
      '?departureAirport=LSZH',
    ])
      assert.deepEqual((await client.get(`/pireps/search${query}`)).json, [latest], query);
    for (const query of ['?status=denied', '?endDate=2024-04-05', '?arrivalAirport=EDDF'])
      assert.deepEqual((await client.get(`/pireps/search${query}`)).json, [], query);
    assert.deepEqual((await client.post('/pireps/search', { status })).json, [latest]);
    const details = (await client.get(`/pireps/details?id=${pirepID}`)).json;
    assert.deepEqual(
      details.locationData.map((each: { latitude: number }) => each.latitude),
      [47.4581, 47.4582],
    );
    assert.deepEqual((await client.post('/pireps/details', { id: pirepID })).json, details);
    assert.deepEqual((await client.post(`/pireps/details?id=${pirepID}`)).json, details);
    assert.equal((await client.post('/pireps/details')).status, 400);
    assert.ok(details.flightLog.some((line: string) => line.includes('Comment: smooth')));
    assert.match(details.flightData[0].message, /Pushing back with 9071 kgs of fuel/);
    assert.equal((await client.get('/pireps/details?id=nope')).status, 404);
    assert.equal((await client.get('/pireps/details')).status, 400);
    const ben = await world.signIn('ben@demo-air.example');
    assert.equal((await ben.get(`/pireps/details?id=${pirepID}`)).status, 404);
  });
}

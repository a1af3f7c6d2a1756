import assert from 'node:assert/strict';
import { deskCase, deskOf, search } from './desk.ts';
import { refused } from './flights.ts';
import type { SuiteCase } from './world.ts';

export const listCases: readonly SuiteCase[] = [
  deskCase(
    'profile: the pilot as the host has them; nobody is not found',
    ['profile'],
    async (desk, { fixtures, wanted }) => {
      const { firstName, lastName, email, rank } = await desk.profile(fixtures.first.id);
      assert.deepEqual({ firstName, lastName, email, rank: rank.name }, wanted.profile);
      assert.ok(Number.isInteger(rank.level) && rank.level >= 0);
      assert.notEqual((await desk.profile(fixtures.second.id)).email, email);
      for (const nobody of ['999999999', '', 'x']) await refused(desk.profile(nobody), 'not-found');
    },
  ),
  deskCase('lists: all airports, each once, and those of every bid', ['listAirports'], async (desk, world) => {
    const { platform, fixtures, view } = world;
    const airports = await desk.listAirports(fixtures.first.id);
    const codes = new Set(airports.map((each) => each.icao));
    assert.equal(codes.size, airports.length, 'an airport is listed twice');
    assert.ok(airports.length >= (await view.countAirports()), 'an airport is missing');
    for (const { plan } of await platform.listBids(fixtures.first.id))
      assert.ok(
        codes.has(plan.departure.icao) && codes.has(plan.arrival.icao),
        `an airport of ${plan.ident} is missing`,
      );
    const { icao, lat, lon } = fixtures.elsewhere;
    const listed = airports.find((each) => each.icao === icao);
    assert.ok(Math.abs((listed?.lat ?? 99) - lat) < 0.1 && Math.abs((listed?.lon ?? 999) - lon) < 0.1);
  }),
  deskCase('lists: the fleet in service, with what this pilot may fly', ['listFleet'], async (desk, world) => {
    const { platform, fixtures, view, wanted } = world;
    const fleet = await desk.listFleet(fixtures.first.id);
    const ids = new Set(fleet.map((each) => each.id));
    const bids = await platform.listBids(fixtures.first.id);
    const ofBids = bids.flatMap(({ plan, aircraftChoices }) => [plan.aircraft, ...aircraftChoices]);
    for (const aircraft of ofBids) assert.ok(aircraft === null || ids.has(aircraft.id), `${aircraft?.id} is missing`);
    const inService = new Set(await view.listFleet());
    const surplus = [...ids].filter((id) => !inService.has(id) && !ofBids.some((each) => each?.id === id));
    assert.deepEqual([[...inService].filter((id) => !ids.has(id)), surplus], [[], []]);
    assert.equal(ids.size, fleet.length, 'an aircraft is listed twice');
    const isAllowed = (id: string) => fleet.find((each) => each.id === id)?.isAllowed;
    for (const id of wanted.aircraftIds) assert.equal(isAllowed(id), true, id);
    if (wanted.forbiddenAircraftId !== null) assert.equal(isAllowed(wanted.forbiddenAircraftId), false);
    const searching = deskOf(platform, ['searchSchedules']);
    if (searching === null) return;
    for (const { aircraftIds } of await search(searching, fixtures.first.id))
      for (const id of aircraftIds) assert.ok(ids.has(id), `${id} of a schedule is missing`);
  }),
  deskCase('lists: the airlines in service', ['listAirlines'], async (desk, { view }) => {
    const airlines = await desk.listAirlines();
    assert.deepEqual(airlines.map((each) => each.icao).sort(), [...(await view.listAirlines())].sort());
    for (const { id, name } of airlines) assert.ok(id !== '' && name !== '');
  }),
  deskCase('news: the newest first, no more than asked for', ['news'], async (desk, { view }) => {
    const { postNews } = view;
    assert.ok(postNews !== null, 'the platform offers news and the world cannot post any');
    const at = Math.floor(Date.now() / 1000) * 1000;
    await postNews({ title: 'Newer', body: 'It is <b>new</b>.', at: at + 60_000 });
    await postNews({ title: 'Older', body: 'It was.', at });
    const news = await desk.news(2);
    assert.deepEqual(
      news.map(({ title, postedAt }) => [title, postedAt]),
      [
        ['Newer', at + 60_000],
        ['Older', at],
      ],
    );
    assert.equal(news[0]?.body, 'It is <b>new</b>.');
    assert.deepEqual(
      (await desk.news(1)).map((each) => each.title),
      ['Newer'],
    );
  }),
];

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { addBid } from '../../platform/embedded/bid-admin.ts';

/** Two flights from Zürich to Cancún, one after the other. */
async function twoFlights(publicHours: number) {
  const web = await WebWorld.open({ publicHours });
  const { world } = web;
  const fly = async (fuelUsedLb: number, flightTimeMin: number): Promise<string> => {
    const session = await world.signIn();
    const bids = await world.calls.listBids(session);
    if (!bids.some(({ plan }) => plan.arrival.icao === 'MMUN')) {
      await addBid(world.embedded.crewCenter, { pilotId: session.pilot.id, schedule: 'demo-dmo204', aircraft: null });
    }
    const { flight } = await world.startFlight();
    const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 46.2, lon: 1.2 }, startAt: world.clock.now(), count: 60 };
    await world.clock.advance(700_000);
    await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
    const figures = { ...noFigures, fuelUsedLb, flightTimeMin };
    await world.calls.finish(session, { name: null, figures, opening: null });
    return flight.id;
  };
  const earlier = await fly(120_000, 670);
  const later = await fly(118_500, 655);
  return { web, earlier, later };
}

test('a flight stands beside the earlier one of its route, in the visitor’s units', async () => {
  const { web, earlier, later } = await twoFlights(24);
  await using _ = web;
  const { body } = await web.get(`/tracker/flights/${later}?units=m-kmh-km-kg`);
  assert.match(body, /Against an earlier flight/);
  assert.match(body, new RegExp(`href="../flights/${earlier}"[^>]*>DMO204</a>`));
  assert.match(body, /<th scope="row">Block time<\/th><td>10 h 55 min<\/td><td>11 h 10 min<\/td>/);
  assert.match(body, /<th scope="row">Fuel used<\/th><td>53,751 kg<\/td><td>54,431 kg<\/td>/);
  assert.doesNotMatch((await web.get(`/tracker/flights/${earlier}`)).body, /Against an earlier flight/);
});

test('an earlier flight that is no longer public is compared for the operator only', async () => {
  const { web, earlier, later } = await twoFlights(0.1);
  await using _ = web;
  const { cookie, csrf } = await web.signIn();
  const page = `/tracker/flights/${later}`;
  assert.doesNotMatch((await web.get(page)).body, new RegExp(earlier), 'the first flight ended 11 minutes before');
  assert.match((await web.get(page, { cookie })).body, new RegExp(earlier));
  const shared = await web.post(`${page}/share`, { csrf, days: '2' }, { cookie, host: 'va.example' });
  const share = new URL(/value="(http:[^"]+)"/.exec(shared.body)?.[1] ?? '').search;
  assert.doesNotMatch((await web.get(page + share)).body, new RegExp(earlier));
});

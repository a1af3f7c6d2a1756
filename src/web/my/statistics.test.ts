import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runwayAt } from '../../../test/flight-model/made-flight.ts';
import { noFigures, position } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import type { Runway } from '../../lib/runways/runway.ts';
import type { Position } from '../../tracking/model.ts';

/** A place so many metres past the start of the runway, and right of its centre line. */
function placeAt({ start, bearingDeg }: Runway, alongM: number, rightM: number) {
  const bearing = (bearingDeg * Math.PI) / 180;
  const northM = alongM * Math.cos(bearing) - rightM * Math.sin(bearing);
  const eastM = alongM * Math.sin(bearing) + rightM * Math.cos(bearing);
  const perDegree = 111_195;
  return {
    lat: start.lat + northM / perDegree,
    lon: start.lon + eastM / perDegree / Math.cos((start.lat * Math.PI) / 180),
  };
}

/** Approaches the runway at 70 m/s, and touches it half way between two reports. */
function landing(runway: Runway, touchedM: number, rightM: number, startAt: number, everyS: number): Position[] {
  const stepM = 70 * everyS;
  return Array.from({ length: 60 }, (_, index) => {
    const alongM = touchedM + (index - 40) * stepM + stepM / 2;
    const isGround = index >= 40;
    return position(startAt + index * everyS * 1_000, {
      ...placeAt(runway, isGround ? touchedM + stepM / 2 : alongM, rightM),
      seq: index + 1,
      headingDeg: runway.bearingDeg,
      altitudeMslFt: 1_400 + Math.max(0, 40 - index) * 12 * everyS,
      groundSpeedKt: 136,
      verticalSpeedFpm: isGround ? 0 : -700,
      onGround: isGround,
    });
  });
}

async function withLanding(web: WebWorld, everyS: number) {
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const runway = runwayAt('LSZH', '34', 47.46, 8.55);
  const positions = landing(runway, runway.displacedFt * 0.3048 + 420, -6, world.clock.now(), everyS);
  await world.clock.advance(60 * everyS * 1_000);
  await world.calls.report(session, { name: null, positions, opening: null });
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const kept = (await world.tracking.operator.readFlight(flight.id))?.flight.receipt?.pirep.touchdown;
  const { cookie } = await web.signInPilot();
  return { kept, page: (await web.get('/tracker/my/statistics', { cookie })).body };
}

test('where it touched down is kept with a flight when it is filed, and shown as plot and figures', async () => {
  await using web = await WebWorld.open();
  const { kept, page } = await withLanding(web, 1);
  assert.deepEqual([kept?.airport, kept?.runway, kept?.basis], ['LSZH', '34', 'computed']);
  assert.ok(Math.abs((kept?.fromThresholdM ?? 0) - 455) < 10, `${kept?.fromThresholdM}`);
  assert.ok(Math.abs((kept?.offCentreM ?? 0) + 6) < 2, `${kept?.offCentreM}`);
  assert.match(page, /<svg class="touchdowns"[^>]* role="img" aria-label="Runway from above with one touchdown/);
  assert.match(page, /<circle class="touched" cx="[\d.]+" cy="[\d.]+" r="4"\/>/);
  assert.match(page, /data-label="From the threshold">1,\d\d\d ft<\/td>/);
  assert.match(page, /data-label="Off the centre line">\d\d ft left<\/td>/);
  assert.match(page, /reports show it\. <span class="muted">What is usual [^<]* once 5 pilots have 5 landings each/);
  assert.ok(!page.includes('yellow band'));
});

test('a place between reports far apart is an estimate, and how far from the centre line is not said', async () => {
  await using web = await WebWorld.open();
  const { kept, page } = await withLanding(web, 5);
  assert.equal(kept?.basis, 'estimated');
  assert.match(page, /<circle class="hollow"/);
  assert.match(page, /data-label="From the threshold">[\d,]+ ft <span class="basis">estimate<\/span><\/td>/);
  assert.match(page, /data-label="Off the centre line">–<\/td>/);
});

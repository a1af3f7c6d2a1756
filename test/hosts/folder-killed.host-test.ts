// needs: mariadb, php, web-server
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Flown, flyRecording } from '../../src/cli/flying/flight-run.ts';
import { parseRecording } from '../../src/cli/flying/recording.ts';
import { flySmartcars, type SmartcarsFlown } from '../../src/cli/flying/smartcars/flight.ts';
import { smartcarsDialect } from '../../src/cli/flying/smartcars/smartcars-dialect.ts';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Place } from '../../src/lib/geo.ts';
import type { Position } from '../../src/tracking/model.ts';
import { makeTrack } from '../flying/made-track.ts';
import { until } from '../until.ts';
import { type FolderSite, firstPilot, openFolderSite } from './folder-site.ts';
import { accepts } from './ports.ts';

// A host that ends the server again and again while pilots fly through the folder of a site: each request starts it again.

const kennedyBoston = {
  departure: 'KJFK',
  arrival: 'KBOS',
  from: [40.639751, -73.778925],
  to: [42.364347, -71.005181],
} as const;
const recording = parseRecording(makeTrack(kennedyBoston, true).text, 'made');
const count = recording.samples.length;
/** The flight takes a minute. */
const speed = 62;
/** A machine that does much else needs its time to start the server. */
const patienceMs = 600_000;
/** How long each server lives once it accepts connections, but the last one: most are ended before they count as started. */
const livesMs = [600, 3_500, 1_200, 2_000, 400, 5_000, 900] as const;
const placeOf = ({ lat, lon }: Place) => `${lat} ${lon}`;
const standing = count - new Set(recording.samples.map(placeOf)).size;
const legacyPilots = 3;
const smartcarsPilots = 2;

async function killAgainAndAgain(site: FolderSite): Promise<void> {
  for (const lifeMs of livesMs) {
    await until(() => accepts(join(site.place, 'tracker.sock')), { withinMs: patienceMs });
    await setTimeout(lifeMs);
    const pid = site.serverPid();
    if (pid !== null) process.kill(pid, 'SIGKILL');
  }
}

/** What pilots with the SDK noticed. */
interface Noticed {
  readonly complaints: string[];
  longestWaitMs: number;
}

function flyLegacy(site: FolderSite, pilot: number, noticed: Noticed): Promise<Flown> {
  const credentials = site.pilots[pilot] ?? assert.fail();
  return flyRecording({
    baseUrl: site.url,
    credentials,
    clientToken: null,
    bidId: null,
    registration: null,
    recording,
    speed,
    batchSize: 20,
    stateFile: join(site.place, `../fly${pilot}.jsonl`),
    patienceMs,
    faults: null,
    stop: null,
    remark: () => undefined,
    onProgress: () => undefined,
    onNotice(notice) {
      if (notice.kind === 'offline' || notice.kind === 'waiting')
        noticed.longestWaitMs = Math.max(noticed.longestWaitMs, notice.retryInMs);
      if (notice.kind === 'stopped' || notice.kind === 'refused')
        noticed.complaints.push(`${pilot}: ${JSON.stringify(notice)}`);
    },
  });
}

function flyAsSmartcars(site: FolderSite, pilot: number): Promise<SmartcarsFlown> {
  return flySmartcars({
    baseUrl: `${site.url}/acars/smartcars.php/`,
    dialect: smartcarsDialect,
    pilot: site.pilots[pilot] ?? assert.fail(),
    bidId: null,
    recording,
    speed,
    patienceMs,
    faults: null,
    remark: () => undefined,
    onProgress: () => undefined,
  });
}

/** What the server has stored of each flight, by the number of its pilot. */
async function readTracks(site: FolderSite): Promise<ReadonlyMap<string, readonly Position[]>> {
  const journal = await openJournal({ directory: join(site.place, 'data'), clock: systemClock });
  try {
    const flights = await journal.listFlights({});
    const tracks = flights.map(async ({ number, pilot }) => {
      const reports = await journal.readReports(number);
      return [pilot.id, reports.flatMap((each) => (each.kind === 'position' ? [each.position] : []))] as const;
    });
    assert.equal(flights.length, legacyPilots + smartcarsPilots);
    return new Map(await Promise.all(tracks));
  } finally {
    await journal.close();
  }
}

test('pilots fly through the folder while the server is killed every few seconds: nothing acknowledged is lost or there twice, one PIREP each', {
  timeout: patienceMs,
}, async (t) => {
  await using site = await openFolderSite({ web: 'apache with PHP-FPM', pilots: legacyPilots + smartcarsPilots });
  // The first start is under way when they sign in.
  await until(async () => (await fetch(`${site.url}/acars/status.php`)).status === 200, { withinMs: patienceMs });
  const killing = killAgainAndAgain(site);
  const noticed: Noticed = { complaints: [], longestWaitMs: 0 };
  const legacy = Array.from({ length: legacyPilots }, (_, pilot) => flyLegacy(site, pilot, noticed));
  const smartcars = Array.from({ length: smartcarsPilots }, (_, at) => flyAsSmartcars(site, legacyPilots + at));
  const [flown, driven] = await Promise.all([Promise.all(legacy), Promise.all(smartcars), killing]);
  t.diagnostic(`a client waited ${Math.round(noticed.longestWaitMs / 1_000)} s at most before it asked again`);
  await site.end();
  assert.deepEqual(noticed.complaints, []);
  // No longer than a client waits by itself.
  assert.ok(noticed.longestWaitMs <= 30_000, `${noticed.longestWaitMs} ms`);
  assert.deepEqual(
    await site.countPireps(),
    site.pilots.map(() => 1),
  );
  const tracks = await readTracks(site);
  const trackOf = (pilot: number) => tracks.get(String(firstPilot + pilot)) ?? [];
  for (const [pilot, { positions }] of flown.entries()) {
    assert.deepEqual([positions.sent, positions.refused], [count, 0]);
    const seqs = trackOf(pilot).map(({ seq }) => Number(seq));
    assert.deepEqual(
      seqs.toSorted((a, b) => a - b),
      Array.from({ length: count }, (_, at) => at + 1),
    );
  }
  for (const [at, { updates }] of driven.entries()) {
    const stored = trackOf(legacyPilots + at).map(placeOf);
    t.diagnostic(`smartCARS: ${updates.acknowledged} of ${updates.sent} updates acknowledged, ${stored.length} stored`);
    // One that says the same as the one before it is no second report, and is acknowledged all the same.
    assert.ok(updates.acknowledged > 0 && stored.length + standing >= updates.acknowledged);
    const flown = recording.samples.map(placeOf);
    for (const place of new Set(stored))
      assert.ok(stored.filter((each) => each === place).length <= flown.filter((each) => each === place).length, place);
  }
});

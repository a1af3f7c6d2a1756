import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrackedFlight, TrackerClient } from '../../src/client/client.ts';
import type { Mysql } from '../../src/lib/mysql.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { charterNumber, flyCharter } from '../smartcars.ts';
import { bidOn, connect, kinds, landingRate, type PilotLogin, pointCount, reportFlight } from './flying.ts';
import { type AdminBrowser, readApi, until } from './site.ts';

/** What every step of the proof has at hand. */
export interface Scene {
  /** The site's own address; a proxy rule for `/api/tracker/` may or may not be there. */
  readonly site: string;
  /** The same site at an address where the web server passes `/api/tracker/` on; null where there is none. */
  readonly proxied: string | null;
  /** The same site at an address where it hands the ACARS paths of its own API over; null where there is none. */
  readonly handed: string | null;
  readonly folder: string;
  readonly pilot: PilotLogin;
  /** API key of another pilot. */
  readonly strangerKey: string;
  readonly admin: AdminBrowser;
  readonly server: ServerProcess;
  readonly database: Mysql;
  readonly prefix: string;
  /** A schedule that no step before has flown: the platform would take two flights within ten minutes for one. */
  nextSchedule(): string;
  note(text: string): void;
}

export interface PirepOfApi {
  readonly id: string;
  readonly state: number;
  readonly status: string;
  readonly source: number;
  readonly source_name: string;
  readonly flight_time: number;
  readonly landing_rate: string | number;
  readonly fuel_used: { readonly lbs: number };
  readonly distance: { readonly nmi: number };
  readonly block_off_time: string;
  readonly block_on_time: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Started {
  readonly tracker: TrackerClient;
  readonly flight: TrackedFlight;
  readonly pirepId: string;
}

export async function startFlight(scene: Scene, url: string): Promise<Started> {
  const bidId = await bidOn(scene.site, scene.pilot, scene.nextSchedule());
  const tracker = await connect(url, scene.pilot);
  const flight = await tracker.startFlight({ bid_id: bidId });
  const pirepId = flight.view?.pirep_id;
  assert.ok(typeof pirepId === 'string');
  return { tracker, flight, pirepId };
}

export async function finish(flight: TrackedFlight) {
  return flight.finish({
    landing_rate: landingRate,
    notes: 'Proof & <b>notes</b>',
    fields: { Simulator: 'X-Plane 12' },
    log: ['A line of the client'],
  });
}

/** A whole flight through this address: on the platform's map while it flies, in its API and its pages when it is filed. */
export async function wholeFlight(scene: Scene, url: string): Promise<void> {
  const { tracker, flight, pirepId } = await startFlight(scene, url);
  await reportFlight(tracker, flight, 0, 30);
  await until('the flight is on the map of the platform', 15, async () => {
    const map = await readApi<{ features: { properties: { pirep_id: string } }[] }>(scene.site, 'acars/geojson');
    return map.features.some((each) => each.properties.pirep_id === pirepId);
  });
  assert.equal((await readApi<PirepOfApi>(scene.site, `pireps/${pirepId}`)).state, 0);
  await reportFlight(tracker, flight, 30);
  const { receipt } = await finish(flight);
  assert.equal(receipt.pirep_id, pirepId);
  await checkPirep(scene, pirepId);
  await checkTrack(scene, pirepId);
  await checkEvents(scene, pirepId, ['PirepPrefiled', 'PirepStatusChange', 'PirepFiled']);
}

/** smartCARS 3 books a charter, flies it and files it; afterwards the site has the PIREP, and the charter is gone. */
export async function smartcarsCharter(scene: Scene): Promise<void> {
  const { site, pilot, database, prefix } = scene;
  const { pirepId, scriptUrl } = await flyCharter(site, pilot.login, pilot.password);
  scene.note(`         smartCARS 3 used the Script URL ${scriptUrl}`);
  const pirep = await readApi<PirepOfApi & { readonly flight_number: string }>(site, `pireps/${pirepId}`);
  assert.ok(pirep.state === 1 || pirep.state === 2, `state ${pirep.state}`);
  assert.deepEqual([pirep.source_name, String(pirep.flight_number)], ['Tracker', charterNumber]);
  assert.ok(pirep.fuel_used.lbs > 100_000, `fuel ${pirep.fuel_used.lbs} lb`);
  const [left] = await database.rows(
    `SELECT COUNT(*) AS n FROM \`${prefix}flights\` WHERE flight_number = ? AND deleted_at IS NULL`,
    [charterNumber],
  );
  assert.equal(Number(left?.n), 0, 'the flight of the charter is still there');
  await checkEvents(scene, pirepId, ['PirepPrefiled', 'PirepFiled']);
}

async function checkPirep(scene: Scene, pirepId: string): Promise<void> {
  const pirep = await readApi<PirepOfApi>(scene.site, `pireps/${pirepId}`);
  assert.ok(pirep.state === 1 || pirep.state === 2, `state ${pirep.state}`);
  assert.deepEqual([pirep.source, pirep.source_name, pirep.status], [1, 'Tracker', 'ARR']);
  assert.equal(Number(pirep.landing_rate), landingRate);
  assert.equal(pirep.flight_time, 116);
  // The fuel of the first report is not that of block-off.
  assert.equal(pirep.fuel_used.lbs, 58_000);
  assert.ok(pirep.distance.nmi > 10);
  assert.equal(Date.parse(pirep.block_on_time) - Date.parse(pirep.block_off_time), 116 * 60_000);
  assert.equal(pirep.fields.Simulator, 'X-Plane 12');
  const page = await scene.admin.page(`/admin/pireps/${pirepId}/edit`);
  const shown = page.status === 200 ? page : await scene.admin.page(`/pireps/${pirepId}`);
  assert.equal(shown.status, 200);
  for (const text of [...Object.values(kinds), 'A line of the client'])
    assert.ok(shown.text.includes(text), `the page of the PIREP does not show "${text}"`);
  assert.ok(!shown.text.includes('<b>notes</b>'), 'markup in the notes is live');
}

export async function checkTrack(scene: Scene, pirepId: string): Promise<void> {
  const table = `\`${scene.prefix}acars\``;
  const rows = await scene.database.rows(
    `SELECT type, COUNT(*) AS n FROM ${table} WHERE pirep_id = ? AND type <> 1 GROUP BY type ORDER BY type`,
    [pirepId],
  );
  assert.deepEqual(
    rows.map((row) => [Number(row.type), Number(row.n)]),
    [
      [0, pointCount],
      [2, Object.keys(kinds).length + 1],
    ],
  );
}

/** What the add-on wrote down, each as often as it must be. */
export async function checkEvents(scene: Scene, pirepId: string, expected: readonly string[]): Promise<void> {
  const text = await readFile(join(scene.folder, 'storage/app/tracker-witness.log'), 'utf8');
  const events = text
    .split('\n')
    .filter((line) => line.includes(pirepId))
    .map((line) => line.split(' ', 1)[0] ?? '');
  for (const name of expected) assert.ok(events.includes(name), `the add-on saw no ${name}`);
  for (const name of ['PirepPrefiled', 'PirepFiled', 'PirepCancelled']) {
    assert.ok(events.filter((each) => each === name).length <= 1, `the add-on saw ${name} twice`);
  }
}

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isTrackerError } from '../../src/client/client.ts';
import { bidOn, connect, landingRate, reportFlight } from './flying.ts';
import { readApi, until } from './site.ts';
import { checkEvents, checkTrack, finish, type PirepOfApi, type Scene, startFlight } from './steps.ts';

/** One PIREP of that flight, and its whole track, whatever was killed on the way. */
export async function crashes(scene: Scene): Promise<void> {
  const { tracker, flight, pirepId } = await startFlight(scene, scene.site);
  await scene.server.kill();
  await scene.server.start();
  await reportFlight(tracker, flight, 0, 30);
  await scene.server.kill();
  await scene.server.start();
  await reportFlight(tracker, flight, 30);
  const finishing = finish(flight);
  await new Promise((resolve) => setTimeout(resolve, 40));
  await scene.server.kill();
  await scene.server.start();
  const { receipt } = await finishing;
  assert.equal(receipt.pirep_id, pirepId);
  await checkTrack(scene, pirepId);
  await checkEvents(scene, pirepId, ['PirepPrefiled', 'PirepFiled']);
}

/** The platform in maintenance: a start says "later", a finish is accepted and filed afterwards, once. */
export async function maintenance(scene: Scene): Promise<void> {
  const { tracker, flight, pirepId } = await startFlight(scene, scene.server.url);
  await reportFlight(tracker, flight);
  await artisan(scene.folder, 'down');
  try {
    const finishing = finish(flight);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const other = await connect(scene.server.url, scene.pilot);
    const view = await other.readFlight(flight.flightId ?? '');
    assert.equal(view?.state, 'filing');
    await artisan(scene.folder, 'up');
    const { receipt } = await finishing;
    assert.equal(receipt.pirep_id, pirepId);
  } finally {
    await artisan(scene.folder, 'up');
  }
  await checkTrack(scene, pirepId);
  await checkEvents(scene, pirepId, ['PirepFiled']);
}

export async function startInMaintenance(scene: Scene): Promise<void> {
  const bidId = await bidOn(scene.site, scene.pilot, scene.nextSchedule());
  const tracker = await connect(scene.server.url, scene.pilot);
  await artisan(scene.folder, 'down');
  try {
    const isLater = (error: unknown) => isTrackerError(error) && error.code === 'crew-center-unavailable';
    await assert.rejects(tracker.startFlight({ bid_id: bidId }), isLater);
  } finally {
    await artisan(scene.folder, 'up');
  }
  const flight = await tracker.startFlight({ bid_id: bidId });
  const pirepId = flight.view?.pirep_id ?? '';
  await flight.cancel('a proof');
  await until(
    'the PIREP is cancelled at the platform',
    10,
    async () => (await readApi<PirepOfApi>(scene.site, `pireps/${pirepId}`)).state === 3,
  );
  await checkEvents(scene, pirepId, ['PirepPrefiled', 'PirepCancelled']);
}

/** `artisan` as the owner of the site, so that nothing of root is left in its caches. */
export async function artisan(folder: string, command: string): Promise<void> {
  const as = process.getuid?.() === 0 ? ['setpriv', '--reuid', await ownerOf(folder), '--clear-groups', '--'] : [];
  const [program = 'php', ...args] = [...as, 'php', join(folder, 'artisan'), command];
  await promisify(execFile)(program, args, { cwd: folder });
}

async function ownerOf(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)('stat', ['-c', '%u', join(folder, 'storage')]);
  return stdout.trim();
}

/** Fifty at once through the module's route: one receipt, and no lock-up of a small pool. */
export async function fiftyFinishes(scene: Scene): Promise<void> {
  const { tracker, flight, pirepId } = await startFlight(scene, scene.site);
  await reportFlight(tracker, flight);
  const call = (path: string, body: object, token = '') =>
    fetch(`${scene.site}/api/tracker/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tracker-token': token },
      body: JSON.stringify(body),
    });
  const grant = (await (await call('auth', { login: scene.pilot.login, password: scene.pilot.password })).json()) as {
    token: string;
  };
  const begun = performance.now();
  const body = { flight_id: flight.flightId, landing_rate: landingRate, log: ['A line of the client'] };
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => (await call('finish', body, grant.token)).status),
  );
  const seconds = (performance.now() - begun) / 1_000;
  assert.ok(
    statuses.every((status) => [200, 202, 503].includes(status)),
    statuses.join(' '),
  );
  assert.ok(seconds < 30, `the pool was locked for ${seconds.toFixed(0)} s`);
  const { receipt } = await finish(flight);
  assert.equal(receipt.pirep_id, pirepId);
  const tally = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all?.length}×${status}`);
  scene.note(`  50 finishes in ${seconds.toFixed(1)} s: ${tally.join(', ')}`);
  await checkTrack(scene, pirepId);
  await checkEvents(scene, pirepId, ['PirepFiled']);
}

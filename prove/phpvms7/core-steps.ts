import assert from 'node:assert/strict';
import { flyCore } from '../../src/cli/flying/core/flight.ts';
import { defaultRecording, readRecording } from '../../src/cli/flying/recording.ts';
import { faultsOfPhpvms7 } from '../../src/conform/core/faults-of-phpvms.ts';
import { kits } from '../../src/conform/kits.ts';
import { readApi } from './site.ts';
import { checkEvents, type PirepOfApi, type Scene } from './steps.ts';

/** The flight numbers of these flights: no schedule of a site has them. */
let flightNumber = 9470;

/** A client of phpVMS 7's own API flies without a bid through Tracker's base URL; afterwards the site has the PIREP and its track. */
export async function coreFlight(scene: Scene, site: string): Promise<void> {
  const { database, prefix, pilot } = scene;
  const [from, to] = await database.rows(
    `SELECT id FROM \`${prefix}airports\` WHERE id IN ('KJFK', 'KAUS') ORDER BY id DESC`,
  );
  const recording = await readRecording(defaultRecording);
  const samples = recording.samples.filter((_sample, index) => index % 25 === 0);
  flightNumber += 1;
  const names = { departure: String(from?.id), arrival: String(to?.id), flightNumber: String(flightNumber) };
  const flown = await flyCore({
    baseUrl: `${site}/api/tracker/core`,
    apiKey: pilot.key,
    bidId: null,
    speed: Number.POSITIVE_INFINITY,
    recording: { ...recording, ...names, samples },
    batchSize: 20,
    patienceMs: 30_000,
    faults: null,
    remark: () => {},
    onProgress: () => {},
  });
  const id = String(flown.pirep.id);
  const pirep = await readApi<PirepOfApi & { readonly flight_number: string }>(scene.site, `pireps/${id}`);
  assert.ok(pirep.state === 1 || pirep.state === 2, `state ${pirep.state}`);
  assert.deepEqual([pirep.source, String(pirep.flight_number)], [1, String(flightNumber)]);
  assert.ok(pirep.distance.nmi > 4_000 && pirep.fuel_used.lbs > 100_000, 'the figures are not those of the flight');
  assert.equal(pirep.fields['Flown with'], 'tracker fly');
  const [row] = await database.rows(`SELECT COUNT(*) AS n FROM \`${prefix}acars\` WHERE pirep_id = ? AND type = 0`, [
    id,
  ]);
  assert.equal(Number(row?.n), samples.length, 'points of the track');
  const [bids] = await database.rows(
    `SELECT COUNT(*) AS n FROM \`${prefix}flights\` WHERE flight_number = ? AND deleted_at IS NULL`,
    [flightNumber],
  );
  assert.equal(Number(bids?.n), 0, 'a flight of its own making is still there');
  await checkEvents(scene, id, ['PirepPrefiled', 'PirepFiled']);
}

/** How often a fault is looked for that was not seen: of calls at once the platform answers all rightly now and then. */
const mostTries = 5;

/** The platform itself keeps the contract of its API but for the faults that the kit names, and has each of those. */
export async function conformsItself(scene: Scene): Promise<void> {
  const kit = kits.find(({ contract }) => contract === 'phpvms7-core') ?? assert.fail();
  const target = {
    baseUrl: scene.site,
    pilot: { apiKey: scene.pilot.key },
    stranger: { apiKey: scene.strangerKey },
    aircraft: null,
  };
  const run = async (only: readonly string[] | null) =>
    (await kit.run(target, { isReadOnly: false, knownFaults: faultsOfPhpvms7, only, onResult: () => {} })).results;
  let results = await run(null);
  const of = (outcome: string) => results.filter((each) => each.outcome === outcome);
  for (let tries = 1; tries < mostTries; tries++) {
    const hidden = of('held').filter(({ id }) => id in faultsOfPhpvms7);
    if (hidden.length === 0) break;
    const again = await run(hidden.map(({ id }) => id));
    results = results.map((each) => again.find(({ id }) => id === each.id) ?? each);
  }
  assert.deepEqual(
    of('deviates').map(({ id, seen }) => `${id}: ${seen}`),
    [],
  );
  assert.deepEqual(
    of('known')
      .map(({ id }) => id)
      .sort(),
    Object.keys(faultsOfPhpvms7).sort(),
    'faults that are not there',
  );
  scene.note(
    `         ${of('held').length} of ${results.length} held, ${of('known').length} known faults, ${of('left-out').length} left out`,
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { readSiteConfig } from '../../src/platform/phpvms7/site-config.ts';
import { readServer } from '../../src/platform/site/database-address.ts';
import { ServerProcess } from '../../test/server-process.ts';
import { proveAtOnce } from '../at-once/at-once.ts';
import { openPhpvms7Place } from '../at-once/phpvms7-place.ts';
import type { Prove, ProveOptions } from '../prove.ts';
import {
  deletedFolder,
  folderIsPrivate,
  installWitness,
  removeModule,
  settingsScreen,
  toggle,
  update,
  uploadModule,
} from './admin-steps.ts';
import { capturedRound } from './captured-rounds.ts';
import { clockFile } from './captured-site.ts';
import { wires } from './captured-wires.ts';
import { conformsItself, coreFlight } from './core-steps.ts';
import { AdminBrowser } from './site.ts';
import { giveToOwner } from './site-owner.ts';
import { type Scene, smartcarsCharter, wholeFlight } from './steps.ts';
import { crashes, fiftyFinishes, maintenance, startInMaintenance } from './trouble-steps.ts';

const usage = `phpvms7 --site URL --folder DIR [--proxied URL] [--handed URL] [--only TEXT] [--port 8787] [--pilot LOGIN:PASSWORD:KEY] [--admin LOGIN:PASSWORD] [--stranger-key KEY] [--schedules ID,…] [--rounds N]

Flies whole flights against a real phpVMS 7, by its module and (with --proxied, an address of the same site) by a proxy rule, and looks at
them in the platform's own API and pages. It puts the module and an add-on that listens into the site, and takes the add-on out again; it
switches maintenance on and off. When site and proof
run with libfaketime (FAKETIME_TIMESTAMP_FILE), the captured rounds of clients are played too, those of phpVMS's own API also where its ACARS
paths are handed over (--handed); hours go by in that file. --only takes the steps whose name has that text. With rounds only what at-once proves, by the first schedule; the module must be installed. The defaults are the people and schedules of the platform's development data.`;

export const phpvms7: Prove = {
  usage,
  run: async ({ given, note, rounds, short, out }) => {
    if (rounds === null) return await prove(readGiven(given), note);
    const { schedules, ...site } = readGiven(given);
    await using place = await openPhpvms7Place({ ...site, scheduleId: schedules[0] ?? '' }, rounds);
    return await proveAtOnce(place, short ? 5_000 : undefined, { out, note, figure: () => undefined });
  },
};

async function prove(given: Given, note: (text: string) => void): Promise<boolean> {
  const config = await readSiteConfig(given.folder);
  const database = openMysql({ ...config.login, server: readServer(config.databaseServer) });
  const data = await mkdtemp(join(tmpdir(), 'tracker-proof-'));
  giveToOwner(data, given.folder);
  await using server = new ServerProcess({
    // The web server of the site stands on this machine.
    env: {
      TRACKER_TRUST_PROXY: '127.0.0.1,unix:',
      TRACKER_CORE_HANDED_OVER: String(given.handed !== null),
      TRACKER_CONTRACTS: 'smartcars3,phpvms7-core,stratos',
      TRACKER_CREW_CENTER: given.folder,
      TRACKER_DATA: data,
    },
    port: given.port,
  });
  const schedules = [...given.schedules];
  const scene: Scene = {
    ...given,
    admin: new AdminBrowser(given.site),
    server,
    database,
    prefix: config.prefix,
    nextSchedule: () => schedules.shift() ?? fail('There are not enough schedules; name more with --schedules.'),
    note,
  };
  try {
    return await runAll(scene, given, note);
  } finally {
    await removeModule(scene, 'TrackerWitness');
    await database.close();
    await rm(data, { recursive: true, force: true });
  }
}

async function runAll(scene: Scene, given: Given, note: (text: string) => void): Promise<boolean> {
  const { proxied } = scene;
  await scene.admin.logIn(...given.adminLogin);
  const steps: readonly [string, () => Promise<void>][] = [
    ['the module is uploaded as a zip, and listed in Admin → Addons', () => uploadModule(scene)],
    ['an add-on that listens is activated', () => installWitness(scene)],
    ['the server finds everything in the folder', () => scene.server.start()],
    ['the settings screen changes what status answers', () => settingsScreen(scene, `127.0.0.1:${given.port}`)],
    ['a whole flight through the module’s route', () => wholeFlight(scene, scene.site)],
    ['a whole flight through a proxy rule', proxied === null ? leftOut : () => wholeFlight(scene, proxied)],
    ['smartCARS 3 flies a charter, by the Script URL of the module’s route', () => smartcarsCharter(scene)],
    ['a client of phpVMS 7’s API flies, by the module’s route', () => coreFlight(scene, scene.site)],
    ['the same by a proxy rule', proxied === null ? leftOut : () => coreFlight(scene, proxied)],
    ...rounds(scene),
    ['the server is killed at start, on the way and at finish: one PIREP, whole track', () => crashes(scene)],
    ['the platform is in maintenance at finish: filed afterwards, once', () => maintenance(scene)],
    ['the platform is in maintenance at start; then the flight is cancelled', () => startInMaintenance(scene)],
    ['fifty finishes at once through the module’s route', () => fiftyFinishes(scene)],
    ['/update upgrades an older tracker_config', () => update(scene)],
    ['the module is switched off and on in Admin → Addons', () => toggle(scene)],
    ['nothing of the module’s folder can be read by its address', () => folderIsPrivate(scene)],
    ['phpVMS 7 keeps the contract of its own API, but for its known faults', () => conformsItself(scene)],
    ['a folder deleted while enabled: the pages come back as the manual says', () => deletedFolder(scene)],
  ];
  let isProven = true;
  const needed = steps.slice(0, 3);
  for (const [name, step] of [...needed, ...steps.slice(3).filter(([name]) => name.includes(given.only))]) {
    const begun = performance.now();
    try {
      await step();
      note(
        `${step === leftOut ? 'left out' : 'ok      '} ${name} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`,
      );
    } catch (error) {
      isProven = false;
      note(`FAILED   ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  return isProven;
}

/** Each client's captured round, on each way there is, as captured and in every trouble. */
function rounds(scene: Scene): [string, () => Promise<void>][] {
  if (clockFile === null) return [['the captured rounds of clients', leftOut]];
  const { site, proxied, handed } = scene;
  const below = '/api/tracker/core';
  const ways = [
    { name: 'the module’s route', site, before: below },
    ...(proxied === null ? [] : [{ name: 'a proxy rule', site: proxied, before: below }]),
    ...(handed === null ? [] : [{ name: 'the hand-over', site: handed, before: '' }]),
  ];
  return wires.flatMap((wire) =>
    ways
      .filter(({ before }) => before !== '' || wire.isOfHost)
      .flatMap((way) =>
        wire.files.flatMap((file) =>
          (['none', 'all'] as const).map((trouble): [string, () => Promise<void>] => [
            `${file}: the captured round by ${way.name}, trouble: ${trouble}`,
            () => capturedRound(scene, wire, file, way, trouble),
          ]),
        ),
      ),
  );
}

async function leftOut(): Promise<void> {}

type Given = ReturnType<typeof readGiven>;

function readGiven(given: ProveOptions['given']) {
  const [login = '', password = '', key = ''] = (given.pilot ?? 'VMS0002:user:testuserapikey').split(':');
  const [adminName = '', adminPassword = ''] = (given.admin ?? 'admin@phpvms.net:admin').split(':');
  return {
    site: (given.site ?? fail('Name the site with --site.')).replace(/\/+$/, ''),
    folder: resolve(given.folder ?? fail('Name its folder with --folder.')),
    proxied: given.proxied?.replace(/\/+$/, '') ?? null,
    handed: given.handed?.replace(/\/+$/, '') ?? null,
    only: given.only ?? '',
    port: Number(given.port ?? '8787'),
    pilot: { login, password, key },
    strangerKey: given['stranger-key'] ?? 'testuserapikey2',
    adminLogin: [adminName, adminPassword] as const,
    schedules: (given.schedules ?? developmentSchedules).split(','),
  };
}

/** Those without another pilot's bid; the last is flown again after its flight was cancelled. */
const developmentSchedules = 'flightid_2,flightid_4,flightid_5,flightid_6,lkjSLDFSdlskdjf897,lkjSLDFSdlskdjf897';

function fail(message: string): never {
  throw new Error(message);
}

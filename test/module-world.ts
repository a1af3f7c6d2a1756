import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { seedDemo } from '../src/platform/embedded/demo.ts';
import { type Embedded, openEmbedded } from '../src/platform/embedded/embedded.ts';
import { ModuleHost } from '../src/platform/embedded/modules/module-host.ts';
import { listModules } from '../src/platform/embedded/modules/module-table.ts';
import { type ModuleLimits, moduleLimits } from '../src/platform/embedded/modules/module-thread.ts';
import type { HostFlight } from '../src/platform/port.ts';
import { fullPirep } from '../src/platform/suite/flights.ts';
import { placeEmptyCrewCenter } from './empty-crew-center.ts';
import { ManualClock } from './manual-clock.ts';
import { until } from './until.ts';

const root = mkdtempSync(join(tmpdir(), 'modules-'));
after(() => rmSync(root, { recursive: true }));

export interface World extends AsyncDisposable {
  readonly embedded: Embedded;
  readonly folder: string;
  readonly logged: string[];
  readonly clock: ManualClock;
  start(limits?: ModuleLimits): ModuleHost;
  /** Waits until it is so; fails after a while. */
  until(what: string, isSo: () => boolean): Promise<void>;
}

let count = 0;

export async function openWorld(): Promise<World> {
  const directory = join(root, String(++count));
  const folder = join(directory, 'modules');
  mkdirSync(folder, { recursive: true });
  const file = join(directory, 'crew-center.sqlite');
  const logged: string[] = [];
  const clock = new ManualClock(Date.UTC(2026, 0, 2, 12));
  const logger = { info: (_: object, text: string) => void logged.push(text), warn() {}, error: console.error };
  await placeEmptyCrewCenter(file);
  const embedded = await openEmbedded({ file, clock, logger, passwordCost: 4 });
  await seedDemo(embedded.crewCenter);
  embedded.crewCenter.database.exec('UPDATE ranks SET auto_approve_acars = 0');
  const hosts: ModuleHost[] = [];
  return {
    embedded,
    folder,
    logged,
    clock,
    start(limits = moduleLimits) {
      const host = new ModuleHost({ crewCenter: embedded.crewCenter, crewCenterFile: file, folder, limits });
      hosts.push(host);
      return host;
    },
    async until(what, isSo) {
      await until(isSo, { withinMs: 15_000, everyMs: 10, otherwise: () => `never: ${what}` });
    },
    async [Symbol.asyncDispose]() {
      for (const host of hosts) await host.close();
      await embedded.close();
    },
  };
}

/** A module whose listener of `PirepFiled` is this code. */
export function writeModule(folder: string, name: string, code: string, before = ''): void {
  const manifest = { name, version: '1.0.0', main: 'main.js', events: ['PirepFiled'] };
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, name, 'module.json'), JSON.stringify(manifest));
  const source = `${before}\nexport const listeners = { async PirepFiled(event, module) { ${code} } };`;
  writeFileSync(join(folder, name, 'main.js'), source);
}

export async function file({ platform, crewCenter }: Embedded, pirepId: string): Promise<void> {
  const schedule = 'demo-dmo420';
  crewCenter.database.exec(`INSERT INTO bids (user_id, flight_id, aircraft_id) VALUES (1, '${schedule}', 3);
    UPDATE settings SET value = '0' WHERE "key" = 'pireps.duplicate_check_time'`);
  const bid = (await platform.listBids('1')).find((each) => each.plan.scheduleId === schedule);
  assert.ok(bid !== undefined);
  const { plan } = bid;
  const flight: HostFlight = {
    id: pirepId,
    pirepId,
    pilotId: '1',
    bidId: bid.id,
    plan,
    aircraft: plan.aircraft,
    startedAt: 0,
  };
  await platform.openPirep(flight);
  await platform.filePirep(flight, fullPirep());
}

export function stateOf({ embedded, folder }: World, name: string) {
  const found = listModules(embedded.crewCenter, folder).find((each) => each.name === name);
  assert.ok(found !== undefined, `${name} is not listed`);
  return found;
}

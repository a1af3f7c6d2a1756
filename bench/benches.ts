import type { BenchOptions } from './bench-options.ts';
import { benchCore, benchLegacyBeside, benchSmartcars3 } from './beside-native.ts';
import { benchCoreClients } from './core-clients.ts';
import { benchDeliver } from './deliver.ts';
import { benchEta } from './eta.ts';
import { benchFleet } from './fleet.ts';
import type { Goal } from './goal.ts';
import { benchHosting } from './hosting.ts';
import { benchJournal } from './journal.ts';
import { benchJournalMysql } from './journal-mysql.ts';
import { benchLegacy } from './legacy.ts';
import { benchMap } from './map.ts';
import { benchMapPage } from './map-page.ts';
import { benchModules } from './modules.ts';
import { benchPages } from './pages.ts';
import { benchPeers } from './peers.ts';
import { benchPhpvms7 } from './phpvms7.ts';
import { benchPositions } from './positions.ts';
import { benchRules } from './rules.ts';
import { benchStrangers } from './strangers.ts';
import { benchWebhooks } from './webhooks.ts';

/** Every benchmark, by what is typed after `npm run bench --`. */
export const benches: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Goal[]>>> = {
  positions: benchPositions,
  'positions --contract smartcars3': benchSmartcars3,
  'positions --contract phpvms7-core': benchCore,
  'positions --contract legacy': benchLegacyBeside,
  'core-clients': benchCoreClients,
  fleet: benchFleet,
  hosting: benchHosting,
  journal: benchJournal,
  'journal --on mysql': benchJournalMysql,
  legacy: benchLegacy,
  map: benchMap,
  'map-page': benchMapPage,
  deliver: benchDeliver,
  eta: benchEta,
  modules: benchModules,
  pages: benchPages,
  peers: benchPeers,
  phpvms7: benchPhpvms7,
  rules: benchRules,
  strangers: benchStrangers,
  webhooks: benchWebhooks,
};

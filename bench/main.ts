import { parseArgs } from 'node:util';
import type { BenchOptions } from './bench-options.ts';
import { benchCore, benchSmartcars3 } from './beside-native.ts';
import { benchCoreClients } from './core-clients.ts';
import { benchDeliver } from './deliver.ts';
import { benchEta } from './eta.ts';
import { benchFleet } from './fleet.ts';
import { type Goal, goalLine } from './goal.ts';
import { benchJournal } from './journal.ts';
import { benchLegacy } from './legacy.ts';
import { benchMap } from './map.ts';
import { benchMapPage } from './map-page.ts';
import { benchModules } from './modules.ts';
import { benchPhpvms7 } from './phpvms7.ts';
import { benchPositions } from './positions.ts';
import { benchWebhooks } from './webhooks.ts';

/** Measures the server as it is shipped: one line for each goal. Exit code 1 when a goal was missed, 2 when the arguments are wrong. */
const usage = `usage: npm run bench -- positions [--contract smartcars3|phpvms7-core] [--rounds N] [--json]
       npm run bench -- fleet [--only P3a,P6b] [--minutes N] [--json]
       npm run bench -- journal [--rounds N] [--json]
       npm run bench -- legacy [--rounds N] [--json]
       npm run bench -- map [--rounds N] [--json]
       npm run bench -- map-page [--minutes N] [--json]
       npm run bench -- core-clients [--site URL --key FILE] [--rounds N] [--json]
       npm run bench -- deliver [--json]
       npm run bench -- eta [--json]
       npm run bench -- modules [--rounds N] [--json]
       npm run bench -- webhooks [--rounds N] [--json]
       npm run bench -- phpvms7 --site URL [--key KEY] [--rounds N] [--json]`;

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Goal[]>>> = {
  positions: benchPositions,
  'positions --contract smartcars3': benchSmartcars3,
  'positions --contract phpvms7-core': benchCore,
  'core-clients': benchCoreClients,
  fleet: benchFleet,
  journal: benchJournal,
  legacy: benchLegacy,
  map: benchMap,
  'map-page': benchMapPage,
  deliver: benchDeliver,
  eta: benchEta,
  modules: benchModules,
  phpvms7: benchPhpvms7,
  webhooks: benchWebhooks,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
    site: { type: 'string' },
    key: { type: 'string' },
    contract: { type: 'string' },
  },
});
const contract = values.contract === undefined ? '' : ` --contract ${values.contract}`;
const bench = benches[`${positionals[0] ?? ''}${contract}`];
const [rounds, minutes] = [Number(values.rounds), Number(values.minutes ?? (positionals[0] === 'map-page' ? 2 : 22))];
if (bench === undefined || !(rounds >= 1) || !(minutes > 0)) {
  console.error(usage);
  process.exit(2);
}
const only = values.only.split(',').filter((name) => name !== '');
const goals = await bench({
  rounds,
  minutes,
  only,
  site: values.site ?? null,
  key: values.key ?? null,
  note: (text) => console.error(text),
});
for (const goal of goals) {
  const { goal: name, value, aim, pass, what, spread } = goal;
  console.log(values.json ? JSON.stringify({ goal: name, value, aim, pass, what, spread }) : goalLine(goal));
}
process.exit(goals.every((goal) => goal.pass) ? 0 : 1);

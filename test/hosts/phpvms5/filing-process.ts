import { Secret } from '../../../src/lib/secret.ts';
import { defaultHostSettings } from '../../../src/platform/five/host-settings.ts';
import { openPhpvms5 } from '../../../src/platform/phpvms5/adapter.ts';
import { openBridge } from '../../../src/platform/phpvms5/php-bridge.ts';
import { flightOf, pirep, settings } from './opened.ts';

/** A server of its own that files one flight, for a test that kills it meanwhile. */
const [folder = '', php = '', socketPath = '', database = '', flightId = ''] = process.argv.slice(2);
const bridge = await openBridge(folder, php, null);
if ('unusable' in bridge) throw new Error(bridge.unusable);
const platform = await openPhpvms5({
  database: { server: { socketPath }, user: 'root', password: new Secret(''), database },
  prefix: { wanted: 'AUTO', configured: null },
  site: { url: null, folder: null },
  host: defaultHostSettings,
  readConfig: async () => settings,
  openBridge: async () => bridge,
  log: () => undefined,
});
const bid = (await platform.listBids('1')).at(-1);
if (bid === undefined) throw new Error('no bid');
await platform.filePirep(flightOf(flightId, '1', bid), pirep);

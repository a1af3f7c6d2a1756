import { loadConfig } from '../../src/config/config.ts';
import { openServer } from '../../src/server/app.ts';
import { tamperWith, type Weakness } from './weakness.ts';

// One server of the cluster, as it is shipped, but for the weakness that is given to it when the proof itself is tried. No
// setting leads there. Tells its URL to the parent process, and hands over when it is asked to end.

const [weakness = 'none'] = process.argv.slice(2) as [Weakness];
const server = await openServer({ config: loadConfig(), replace: tamperWith(weakness) });
process.send?.({ url: server.url });
process.once('disconnect', () => process.exit(1));
process.once('SIGTERM', () => {
  void server[Symbol.asyncDispose]().then(() => process.exit(0));
});

import { loadConfig } from '../../src/config/config.ts';
import { openServer } from '../../src/server/app.ts';
import { Unreliable } from '../../test/unreliable.ts';
import { tamper } from './tamper.ts';
import { type Trouble, trouble } from './trouble.ts';
import type { Weakness } from './weakness.ts';

// A server of a proof: as it is shipped, but that it limits no rate, may have a weakness and a crew center that fails now and
// then. Tells its port to the parent process, and its memory when asked. SIGTERM ends it gracefully.

const [data = '', listen = '127.0.0.1:0', weakness = 'none', troubled = 'null'] = process.argv.slice(2) as [
  string,
  string,
  Weakness,
  string,
];
const environment = {
  TRACKER_REQUESTS_PER_SECOND: '10000',
  TRACKER_REQUEST_BURST: '100000',
  TRACKER_LOG_LEVEL: 'error',
};
let line: Unreliable | null = null;
const server = await openServer({
  config: loadConfig(environment, { data, listen }),
  replace: {
    journal: (journal) => tamper(journal, weakness),
    platform(platform) {
      line = new Unreliable(platform);
      return line.platform;
    },
    passwordCost: 4,
  },
});
const times = JSON.parse(troubled) as Trouble | null;
const calm = line === null || times === null ? null : trouble(line, times);
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heap: heapUsed + external });
});
process.once('SIGTERM', async () => {
  calm?.();
  await server[Symbol.asyncDispose]();
  process.exit(0);
});
process.once('disconnect', () => process.exit(1));
process.send?.({ port: Number(new URL(server.url).port) });

import { loadConfig } from '../src/config/config.ts';
import type { Journal } from '../src/journal/journal.ts';
import { override } from '../src/lib/override.ts';
import { openServer } from '../src/server/app.ts';

/**
 * The server as it is shipped, but for one thing: positions are acknowledged without being stored. Only for the bench
 * (P1c); no setting leads here. Tells its port to the parent process.
 */
const [data = ''] = process.argv.slice(2);
const server = await openServer({
  config: loadConfig({}, { data, listen: '127.0.0.1:0' }),
  replace: { journal: withoutStore },
});
process.send?.({ port: Number(new URL(server.url).port) });
process.once('SIGTERM', () => void server[Symbol.asyncDispose]().then(() => process.exit(0)));

function withoutStore(journal: Journal): Journal {
  const done = Promise.resolve();
  let next = 1e9;
  const appendPositions: Journal['appendPositions'] = (_flightNumber, positions) => {
    const firstNumber = next;
    next += positions.length;
    return { firstNumber, durable: done };
  };
  return override(journal, { appendPositions });
}

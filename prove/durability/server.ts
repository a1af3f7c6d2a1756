import { loadConfig } from '../../src/config/config.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { openServer } from '../../src/server/app.ts';
import type { Weakness } from './weakness.ts';

// The process that is killed: the server as it is shipped, but that it limits no rate, seals far more often (so that a
// kill also hits chunks and cuts), and has the weakness that is given to it when the proof itself is tried. No setting
// leads there. Tells its port to the parent process.

const [data = '', weakness = 'none'] = process.argv.slice(2) as [string, Weakness];
const sealEvery = 30;
const environment = {
  TRACKER_REQUESTS_PER_SECOND: '10000',
  TRACKER_REQUEST_BURST: '100000',
  TRACKER_LOG_LEVEL: 'warn',
};
const server = await openServer({
  config: loadConfig(environment, { data, listen: '127.0.0.1:0' }),
  replace: { journal: tamper, journalFaults: { isSyncOff: weakness === 'no-sync' } },
});
process.send?.({ port: Number(new URL(server.url).port) });
process.once('disconnect', () => process.exit(1));

/** The journal with other ways to take positions. */
function tamper(journal: Journal): Journal {
  const appendPositions: Journal['appendPositions'] = (flightNumber, positions) => {
    const { firstNumber, durable } = journal.appendPositions(flightNumber, positions);
    if (firstNumber % sealEvery === 0) journal.sealFlight(flightNumber, null).catch(stop);
    return { firstNumber, durable: weakness === 'early-reply' ? Promise.resolve() : durable };
  };
  return new Proxy(journal, {
    get(target, key) {
      if (key === 'appendPositions') return appendPositions;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function stop(error: unknown): void {
  console.error(error);
  process.exit(1);
}

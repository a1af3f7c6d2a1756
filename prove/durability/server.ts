import { loadConfig } from '../../src/config/config.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { override } from '../../src/lib/override.ts';
import { openServer } from '../../src/server/app.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import type { Weakness } from './weakness.ts';

// The process that is killed: the server as it is shipped, but that it limits no rate, seals far more often (so that a
// kill also hits chunks and cuts), and has the weakness that is given to it when the proof itself is tried. No setting
// leads there. Tells its port to the parent process.

const [data = '', weakness = 'none'] = process.argv.slice(2) as [string, Weakness];
const sealEvery = 30;
const environment = {
  TRACKER_REQUESTS_PER_SECOND: '10000',
  TRACKER_REQUEST_BURST: '100000',
  TRACKER_LOG_LEVEL: 'fatal',
};
const pageLimit = new Int32Array(new SharedArrayBuffer(4));
const server = await openServer({
  config: loadConfig({ ...pickSettings(), ...environment }, { data, listen: '127.0.0.1:0' }),
  replace: { journal: tamper, journalFaults: { isSyncOff: weakness === 'no-sync', pageLimit } },
});
process.send?.({ port: Number(new URL(server.url).port) });
process.on('message', ({ isFull }: { readonly isFull: boolean }) => Atomics.store(pageLimit, 0, isFull ? 1 : 0));
process.once('disconnect', () => process.exit(1));

/** Settings of the contract that is proven. */
function pickSettings(): Readonly<Record<string, string>> {
  const { TRACKER_EMBEDDED_VERSION: version } = process.env;
  return version === undefined ? {} : { TRACKER_EMBEDDED_VERSION: version };
}

/** The journal with other ways to take positions. */
function tamper(journal: Journal): Journal {
  const appendPositions: Journal['appendPositions'] = (flightNumber, positions) => {
    const { firstNumber, durable } = journal.appendPositions(flightNumber, positions);
    if (firstNumber % sealEvery === 0) journal.sealFlight(flightNumber, null).catch(stopUnlessFull);
    if (weakness !== 'early-reply') return { firstNumber, durable };
    durable.catch(stopUnlessFull);
    return { firstNumber, durable: Promise.resolve() };
  };
  return override(journal, { appendPositions });
}

/** A full disk refuses a seal too. */
function stopUnlessFull(error: unknown): void {
  if (isRefusal(error, 'journal-full')) return;
  console.error(error);
  process.exit(1);
}

import { type ClosedLoad, runClosedLoad } from './closed-load.ts';
import { type OpenLoad, runOpenLoad } from './open-load.ts';
import { type LoadFlight, spreadPlace } from './position-body.ts';

/** The load, in a process of its own. First message: the flights' tokens; then one load a message, answered by its result. */
let flights: readonly LoadFlight[] = [];

process.on('message', (message: { tokens: readonly string[]; isSpread: boolean } | ClosedLoad | OpenLoad) => {
  if ('tokens' in message) {
    const { tokens, isSpread } = message;
    flights = tokens.map((token, index) => ({ token, seq: 0, ...(isSpread ? { from: spreadPlace(index) } : {}) }));
    process.send?.({ ready: flights.length });
    return;
  }
  const run = message.kind === 'closed' ? runClosedLoad(message, flights) : runOpenLoad(message, flights);
  run.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));

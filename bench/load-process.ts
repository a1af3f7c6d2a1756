import { type ClosedLoad, runClosedLoad } from './closed-load.ts';
import { type OpenLoad, runOpenLoad } from './open-load.ts';
import { type LoadFlight, spreadPlace } from './position-body.ts';

/** The load, in a process of its own. First message: the flights' tokens; then one load a message, answered by its result. */
let flights: readonly LoadFlight[] = [];

interface Flights {
  readonly tokens: readonly string[];
  readonly isSpread: boolean;
  readonly pirepIds?: readonly string[];
}

process.on('message', (message: Flights | ClosedLoad | OpenLoad) => {
  if ('tokens' in message) {
    const { tokens, isSpread, pirepIds } = message;
    flights = tokens.map((token, index) => {
      const pirepId = pirepIds?.[index];
      return { token, seq: 0, ...(isSpread && { from: spreadPlace(index) }), ...(pirepId && { pirepId }) };
    });
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

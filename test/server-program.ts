import { loadConfig } from '../src/config/config.ts';
import { openServer, type Server } from '../src/server/app.ts';

// The server alone, with what a proof puts in the place of its parts: no setting leads there. Its parent asks it by messages.
// `tracker serve` also stops being root: here a crew center belongs to whoever runs the test.

type Needs = Parameters<typeof openServer>[0];

/** What a module of a proof changes; it exports a function `prepare` that returns it. */
export interface ServerPart extends Partial<Needs> {
  /** What its parent can ask beside `memory`, by name. */
  answers?(server: Server): Readonly<Record<string, (value: never) => unknown>>;
}

/** Of the process, after its garbage was collected where that may be asked for. */
export interface Memory {
  readonly rss: number;
  /** Of V8's heap and what it holds outside, in the main thread. */
  readonly heap: number;
}

const [module = '', given = 'null'] = process.argv.slice(2);
const { answers, ...part }: ServerPart = module === '' ? {} : await (await import(module)).prepare(JSON.parse(given));
const server = await openServer({ config: loadConfig(), ...part });
const known: Readonly<Record<string, (value: never) => unknown>> = { memory, ...answers?.(server) };

/** @param collections - several where what was sent last is still being released */
async function memory(collections: number | null): Promise<Memory> {
  for (let count = 0; count < (collections ?? 1); count++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

process.on(
  'message',
  async ({ id, ask, value }: { readonly id: number; readonly ask: string; readonly value: never }) => {
    process.send?.({ id, answer: await known[ask]?.(value) });
  },
);
process.once('disconnect', () => process.exit(1));
process.once('SIGTERM', () => void server[Symbol.asyncDispose]().then(() => process.exit(0)));
console.log(`ready at ${server.url}`);

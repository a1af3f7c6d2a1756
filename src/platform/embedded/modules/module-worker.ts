import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from '../../../lib/sqlite.ts';
import type { ModuleEvent, ModuleEventName } from './event-log.ts';
import type { ModuleContext, ModuleListeners } from './module-api.ts';

/** Start parameters of a module's thread. */
export interface ModuleStart {
  readonly name: string;
  readonly main: string;
  readonly events: readonly ModuleEventName[];
  readonly databaseFile: string;
  readonly crewCenterFile: string;
}

/** Messages of the thread: `ready` once, then `done` for each event, in order. */
export type ModuleAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly error: string | null }
  | { readonly kind: 'log'; readonly text: string };

/** Each listener is given the events of its own name alone. */
type Listener = (event: ModuleEvent, module: ModuleContext) => void | Promise<void>;

/** Maximum number of lines that a listener may log, so that a loop cannot keep the server busy. */
const maxLines = 100;

const start: ModuleStart = workerData;
let lines = 0;
const say = (answer: ModuleAnswer) => parentPort?.postMessage(answer);

const context: ModuleContext = {
  name: start.name,
  database: openSqlite(start.databaseFile),
  crewCenter: openSqlite(start.crewCenterFile, { readOnly: true, busyTimeoutMs: 1000 }),
  log(text) {
    lines += 1;
    if (lines <= maxLines) say({ kind: 'log', text: String(text).slice(0, 1000) });
  },
};
const listeners = listenersOf(await import(pathToFileURL(start.main).href));

parentPort?.on('message', async (event: ModuleEvent) => {
  lines = 0;
  say({ kind: 'done', id: event.id, error: await listen(event) });
});
say({ kind: 'ready' });

async function listen(event: ModuleEvent): Promise<string | null> {
  try {
    const listener = listeners[event.name] as Listener | undefined;
    await listener?.(event, context);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function listenersOf(exported: { readonly listeners?: ModuleListeners }): ModuleListeners {
  const { listeners: found } = exported;
  const missing = start.events.filter((name) => typeof found?.[name] !== 'function');
  if (found === undefined || missing.length > 0)
    throw new Error(`exports no \`listeners\` with a function for ${missing.join(', ')}`);
  return found;
}

import type { Clock } from '../src/lib/clock.ts';
import type { LogOptions } from '../src/lib/log.ts';
import type { Server } from '../src/server/app.ts';
import type { Replacements } from '../src/server/tracker.ts';
import { openServerAt } from './open-at.ts';
import { tempFolder } from './temp-folder.ts';

export interface ShippedOrder {
  /** Settings as an operator writes them. @param folder - of this server, which is its data directory if nothing else is said */
  env(folder: string): Readonly<Record<string, string>>;
  /** Fills the folder before the server starts. */
  prepare?(folder: string): Promise<void>;
  readonly replace?: Replacements;
  readonly logLevel?: LogOptions['level'];
  /** The machine's if none is given. */
  readonly clock?: Clock;
}

export interface ShippedServer extends AsyncDisposable {
  readonly server: Server;
  readonly folder: string;
  /** What it has logged so far. */
  logged(): string;
}

/** The server as it is shipped, in this process, with a folder of its own; it hashes passwords cheaply. */
export async function openShipped(order: ShippedOrder): Promise<ShippedServer> {
  const { env, prepare, replace, logLevel, clock } = order;
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(tempFolder('server'));
  await prepare?.(folder);
  let log = '';
  const write = (line: string) => {
    log += line;
  };
  const made = { directory: folder, env: env(folder), logLevel, write, replace };
  const server = opened.use(await openServerAt(clock === undefined ? made : { ...made, clock }));
  const owned = opened.move();
  return { server, folder, logged: () => log, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

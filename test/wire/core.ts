import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../src/config/config.ts';
import type { Contract } from '../../src/contracts/contract.ts';
import { native } from '../../src/contracts/native/native.ts';
import { coreAtApi, coreBelowTracker } from '../../src/contracts/phpvms7-core/phpvms7-core.ts';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import type { WorldChanges } from '../world.ts';
import type { Answer } from './ask.ts';
import { type Headers, type Served, serve } from './served.ts';

/** A row of the crew center's own table. */
export type Row = Readonly<Record<string, string | number | null>>;

/** A client of one pilot, with the pilot's key. */
export interface CoreClient {
  readonly headers: Headers;
  get(path: string): Promise<Answer>;
  send(method: string, path: string, body?: object): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
}

export interface CoreWorld extends AsyncDisposable {
  readonly served: Served;
  /** A client of the pilot with this e-mail address. */
  client(email?: string): CoreClient;
  clientWith(headers: Headers): CoreClient;
  keyOf(email: string): string;
  query(sql: string): readonly Row[];
  /** Changes the crew center's own tables. */
  run(sql: string): void;
  pireps(): readonly Row[];
}

/** The embedded crew center with phpVMS 7's API at `/api`, as it is served. Ada's key is `adas-key`, Ben's `bens-key`. */
export async function coreWorld(
  config: Partial<Config> = {},
  changes: WorldChanges = {},
  contract: Contract = coreAtApi,
): Promise<CoreWorld> {
  const served = await serve(contract, config, { ...changes, contracts: [native, coreBelowTracker] });
  const open = (readOnly: boolean) =>
    new DatabaseSync(join(served.world.directory, embeddedFileName), { readOnly, timeout: 5_000 });
  const query = (sql: string) => {
    const database = open(true);
    try {
      return database.prepare(sql).all() as Row[];
    } finally {
      database.close();
    }
  };
  const run = (sql: string) => {
    const database = open(false);
    database.exec(sql);
    database.close();
  };
  const clientWith = (headers: Headers): CoreClient => {
    const send = (method: string, path: string, body?: object) =>
      served.ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { headers, send, get: (path) => send('GET', path), post: (path, body = {}) => send('POST', path, body) };
  };
  const keyOf = (email: string) =>
    String(query(`SELECT api_key FROM users WHERE email = '${email}'`)[0]?.api_key ?? assert.fail(email));
  run("UPDATE users SET api_key = substr(email, 1, instr(email, '@') - 1) || 's-key'");
  return {
    served,
    query,
    run,
    keyOf,
    clientWith,
    client: (email = 'ada@demo-air.example') => clientWith({ 'x-api-key': keyOf(email) }),
    pireps: () => query('SELECT * FROM pireps ORDER BY created_at'),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

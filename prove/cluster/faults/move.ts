import { setTimeout as wait } from 'node:timers/promises';
import { DataDirectoryError } from '../../../src/journal/directory.ts';
import { MoveError } from '../../../src/journal/move/copy.ts';
import { type MoveOptions, moveToMysql, moveToSqlite } from '../../../src/journal/move/move.ts';
import { webhookFile } from '../../../src/server/duties/webhook-file.ts';
import { galeraLogin } from '../../../test/hosts/galera/galera.ts';
import { type Blow, nothingToHeal, now, type World } from './fault.ts';

const flownAloneMs = 3_000;

/**
 * `tracker journal move` to a file and back, while pilots fly. It refuses while a server runs: all stop, one flies alone with the file,
 * and all three go on with the database. Counted from when there is a server, each time.
 */
export async function moveThereAndBack({ galera, servers }: World): Promise<Blow> {
  const [first, ...others] = servers;
  if (first === undefined) throw new Error('there is a server');
  const options: MoveOptions = {
    directory: first.dataDirectory,
    database: { hosts: galera.nodes.map(({ ports }) => ({ host: '127.0.0.1', port: ports.sql })), ...galeraLogin },
    suffix: 'moved',
    watchMs: 2_000,
    webhooks: webhookFile,
    onFlight: () => undefined,
  };
  await requireRefused(options);
  await Promise.all(servers.map((server) => server.stop()));
  await moveToSqlite(options);
  await first.startAlone();
  const alone = now();
  await wait(flownAloneMs);
  await first.stop();
  await moveToMysql(options);
  await first.start();
  const together = now();
  for (const other of others) await other.start();
  return { from: [alone, together], heal: nothingToHeal };
}

async function requireRefused(options: MoveOptions): Promise<void> {
  const refused = await moveToSqlite(options).catch((error: unknown) => error);
  if (!(refused instanceof MoveError || refused instanceof DataDirectoryError))
    throw new Error(`the journal was moved while servers run: ${String(refused)}`);
}

import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import type { Mysql } from '../../lib/mysql.ts';
import { syncFile } from '../../lib/private-file.ts';
import { WebhookRows } from '../mysql/webhook-rows.ts';
import type { TakenPartition } from './mysql-side.ts';
import { putAway } from './set-aside.ts';

/** The webhooks of a server that is alone: in a file beside the journal. Those of a cluster are rows in its database. */
export interface WebhookFile {
  readonly fileName: string;
  /** Writes everything in this file to the rows, of which there are none. */
  toRows(file: string, rows: WebhookRows): Promise<void>;
  /** Makes this file of the rows. @param heard - the newest change that need not be heard again; null when there never were any webhooks */
  toFile(file: string, rows: WebhookRows, heard: number | null): Promise<void>;
}

/** Replaces the rows in the database by what is in the file. The changes of flights keep their numbers, so that the cursor stays. */
export async function moveWebhooksIn(
  webhooks: WebhookFile,
  directory: string,
  database: Mysql,
  taken: readonly TakenPartition[],
): Promise<void> {
  await database.run('DELETE FROM webhook_rows');
  const file = join(directory, webhooks.fileName);
  if (isThere(file)) await webhooks.toRows(file, rowsOf(database, taken));
}

/** Makes a file of the rows. @returns what puts it in its place, and keeps what is there under another name */
export async function moveWebhooksOut(
  webhooks: WebhookFile,
  directory: string,
  database: Mysql,
  taken: readonly TakenPartition[],
  heard: number | null,
): Promise<(suffix: string) => void> {
  const file = join(directory, webhooks.fileName);
  const incoming = `${file}.incoming`;
  rmSync(incoming, { force: true });
  await webhooks.toFile(incoming, rowsOf(database, taken), heard);
  syncFile(incoming);
  return (suffix) => {
    putAway(file, suffix);
    renameSync(incoming, file);
  };
}

/** Who has the first partition writes them. */
function rowsOf(database: Mysql, taken: readonly TakenPartition[]): WebhookRows {
  return new WebhookRows(database, taken.find(({ partition }) => partition === 0)?.epoch ?? 0);
}

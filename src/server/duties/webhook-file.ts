import { adoptWebhooks, moveCursor } from '../../webhooks/store/adopt.ts';
import { Mirror, type MirrorTarget } from '../../webhooks/store/mirror.ts';
import { openWebhookDatabase, webhooksFileName } from '../../webhooks/store/open.ts';

/** Moves webhooks between the file of a server that is alone and where a cluster keeps their rows. */
export const webhookFile = { fileName: webhooksFileName, toRows, toFile };

/** Writes everything in this file to `target`, which is empty. @throws DatabaseFileError, NewerDataError */
async function toRows(file: string, target: MirrorTarget): Promise<void> {
  // One of an earlier version.
  (await openWebhookDatabase(file)).close();
  const database = await openWebhookDatabase(':memory:');
  try {
    const mirror = await Mirror.open(database, target);
    adoptWebhooks(database, file, { withCursors: true });
    await mirror.flush();
  } finally {
    database.close();
  }
}

/**
 * Makes a new file of what is kept in `target`.
 * @param heard - the newest change of the journal that need not be heard again; null when none was ever heard
 */
async function toFile(file: string, target: MirrorTarget, heard: number | null): Promise<void> {
  const database = await openWebhookDatabase(file);
  try {
    await Mirror.open(database, target);
    if (heard !== null) moveCursor(database, heard);
  } finally {
    database.close();
  }
}

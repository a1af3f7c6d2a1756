import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import type { Logger } from '../../lib/log.ts';
import { completeExchange } from './exchange.ts';
import { restoreBackup } from './restore.ts';

const requestFile = 'restore-request.json';

/** Returns the folder of the backup that the next start restores; null when none is asked for. */
export function readRestoreRequest(dataDirectory: string): string | null {
  const file = join(dataDirectory, requestFile);
  if (!isThere(file)) return null;
  const { folder } = JSON.parse(readFileSync(file, 'utf8')) as { folder: string };
  return folder;
}

/** Asks the next start to restore this backup; null takes that back. A server cannot exchange the data that it uses. */
export function saveRestoreRequest(dataDirectory: string, folder: string | null): void {
  const file = join(dataDirectory, requestFile);
  if (folder === null) rmSync(file, { force: true });
  else writeFileSync(file, JSON.stringify({ folder }), { mode: 0o600, flush: true });
}

/**
 * Completes a restore that was interrupted, and does the one that was asked for. A backup that cannot be used is logged,
 * and the server starts with the data that it has.
 */
export function restoreBeforeStart(dataDirectory: string, now: Date, log: Logger): void {
  const completed = completeExchange(dataDirectory);
  if (completed !== null) log.warn({ former: completed.former }, 'an interrupted restore was completed');
  const folder = readRestoreRequest(dataDirectory);
  if (folder === null) return;
  try {
    const { former } = restoreBackup(folder, dataDirectory, now);
    saveRestoreRequest(dataDirectory, null);
    log.warn({ event: 'restored', backup: folder, former }, 'the backup was restored');
  } catch (error) {
    renameSync(join(dataDirectory, requestFile), join(dataDirectory, `${requestFile}.failed`));
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ backup: folder, reason }, 'the backup cannot be restored; the data stays as it is');
  }
}

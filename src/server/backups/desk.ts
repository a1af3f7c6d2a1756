import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { BackupDesk } from '../../web/backup-desk.ts';
import { readRestoreRequest, saveRestoreRequest } from './restore-request.ts';
import { dailyFolder, listBackups } from './schedule.ts';

/** The daily backups in this folder, for the operator's page. */
export function backupDesk(
  folder: string | null,
  dataDirectory: string,
  clock: Clock,
  make: (folder: string) => Promise<unknown>,
): BackupDesk {
  return {
    folder,
    list: () =>
      folder === null ? [] : listBackups(folder).map((each) => ({ name: each.name, bytes: bytesOf(each.folder) })),
    async make() {
      if (folder === null) return;
      const target = dailyFolder(folder, clock.now());
      await make(`${target}.unfinished`);
      if (existsSync(target)) rmSync(target, { recursive: true });
      renameSync(`${target}.unfinished`, target);
    },
    readRequest() {
      const requested = readRestoreRequest(dataDirectory);
      return requested === null ? null : basename(requested);
    },
    saveRequest: (name) =>
      saveRestoreRequest(dataDirectory, name === null || folder === null ? null : join(folder, name)),
  };
}

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

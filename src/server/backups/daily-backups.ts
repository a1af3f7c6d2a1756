import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DailyBackups } from '../../web/daily-backups.ts';
import type { Tracker } from '../tracker.ts';
import { readRestoreRequest, saveRestoreRequest } from './restore-request.ts';
import { dailyFolder, listBackups, makeDaily } from './schedule.ts';

/** The daily backups in this folder, for the operator's page. */
export function dailyBackups(
  folder: string | null,
  { dataDirectory, operator, clock }: Pick<Tracker, 'dataDirectory' | 'operator' | 'clock'>,
): DailyBackups {
  return {
    folder,
    list: () =>
      folder === null ? [] : listBackups(folder).map((each) => ({ name: each.name, bytes: bytesOf(each.folder) })),
    async make(actor) {
      if (folder === null) return;
      await makeDaily(dailyFolder(folder, clock.now()), (to) => operator.backup(actor, to));
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

import { copyWhole } from './database-check.ts';
import { openSqlite, scrubDatabase } from './sqlite.ts';
import { answerTask } from './thread-task.ts';

/** Work on a whole file, which would block other threads for as long as it takes. */
export type DatabaseTask =
  | { readonly kind: 'copy'; readonly file: string; readonly path: string }
  | { readonly kind: 'scrub'; readonly file: string };

answerTask((task: DatabaseTask) => (task.kind === 'copy' ? copyWhole(task.file, task.path) : scrub(task.file)));

function scrub(file: string): void {
  const database = openSqlite(file, { busyTimeoutMs: 10_000 });
  try {
    scrubDatabase(database);
  } finally {
    database.close();
  }
}

import { findDamage } from './database-check.ts';
import { openSqlite, scrubDatabase } from './sqlite.ts';
import { answerTask } from './thread-task.ts';

/** Work on a whole file, which would block other threads for as long as it takes. */
export type DatabaseTask =
  | { readonly kind: 'copy'; readonly file: string; readonly path: string }
  | { readonly kind: 'scrub'; readonly file: string };

answerTask((task: DatabaseTask) => (task.kind === 'copy' ? copy(task.file, task.path) : scrub(task.file)));

/** `VACUUM INTO` reads one snapshot, so the copy is consistent while the database is being written. It does not read the indexes. */
function copy(file: string, path: string): readonly string[] {
  const database = openSqlite(file, { readOnly: true });
  try {
    database.prepare('VACUUM INTO ?').run(path);
  } finally {
    database.close();
  }
  const damage = findDamage(path);
  // Of the disk that was written to.
  if (damage !== null) throw Object.assign(new Error(`the copy is damaged: ${damage}`), { syscall: 'read' });
  const ofSource = findDamage(file);
  return ofSource === null ? [] : [ofSource];
}

function scrub(file: string): void {
  const database = openSqlite(file, { busyTimeoutMs: 10_000 });
  try {
    scrubDatabase(database);
  } finally {
    database.close();
  }
}

import { workerData } from 'node:worker_threads';
import { openSqlite } from '../lib/sqlite.ts';

// The thread of a backup. `VACUUM INTO` reads one snapshot, so the copy is consistent while the writer goes on.

const { file, path } = workerData as { readonly file: string; readonly path: string };
const database = openSqlite(file, { readOnly: true });
database.prepare('VACUUM INTO ?').run(path);
database.close();

import { workerData } from 'node:worker_threads';
import { findDamage } from './database-check.ts';
import { openSqlite } from './sqlite.ts';

// The thread of a copy. `VACUUM INTO` reads one snapshot, so the copy is consistent while the database is being written.

const { file, path } = workerData as { readonly file: string; readonly path: string };
const database = openSqlite(file, { readOnly: true });
database.prepare('VACUUM INTO ?').run(path);
database.close();
const damage = findDamage(path);
if (damage !== null) throw new Error(`the copy is damaged: ${damage}`);

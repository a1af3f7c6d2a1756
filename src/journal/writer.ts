import { parentPort, workerData } from 'node:worker_threads';
import { isUnreachable, openSqlite } from '../lib/sqlite.ts';
import { BatchWriter } from './batch-writer.ts';
import { type BatchMessage, type BatchResult, ready, type Scrubbed, scrub, type WriterStart } from './operations.ts';

// The writer's thread. It has the only connection that writes; an error thrown here is a bug and ends the process.

const { file, faults } = workerData as WriterStart;
const port = parentPort;
if (port === null) throw new Error('writer.ts runs as a worker of the journal');

const database = openSqlite(file);
// Larger than SQLite's 1000: fewer checkpoints, at the cost of a log file of about 16 MB.
database.exec('PRAGMA wal_autocheckpoint = 4000');
database.exec('PRAGMA journal_size_limit = 67108864');
if (faults.isSyncOff === true) database.exec('PRAGMA synchronous = NORMAL');
const writer = new BatchWriter(database, file);
let pageLimit = 0;

port.on('message', (message: BatchMessage | typeof scrub | 'close') => {
  if (message === 'close') return close();
  if (message === scrub) return port.postMessage({ scrubFailure: writer.scrub() } satisfies Scrubbed);
  applyPageLimit();
  answer(message, writer.commit(message));
});

port.postMessage(ready);

function close(): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // If the disk is full the log file stays, and the next opening reads it.
    if (!isUnreachable(error)) throw error;
  }
  database.close();
  port?.close();
}

function answer({ rows }: BatchMessage, commit: Omit<BatchResult, 'rows'>): void {
  const result: BatchResult = { rows, ...commit };
  port?.postMessage(result, [rows.buffer]);
}

function applyPageLimit(): void {
  const wanted = faults.pageLimit === undefined ? 0 : Atomics.load(faults.pageLimit, 0);
  if (wanted === pageLimit) return;
  pageLimit = wanted;
  database.exec(`PRAGMA max_page_count = ${wanted === 0 ? 0xfffffffe : wanted}`);
}

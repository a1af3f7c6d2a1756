import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { syncDirectory } from './private-file.ts';

/**
 * Copies an SQLite file, in use or not, to `path`, readable only by its owner; runs in a separate thread. An
 * existing copy is replaced once the new one is complete, and was opened and read.
 */
export async function copyDatabase(file: string, path: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  try {
    await runCopier(file, unfinished);
    syncFile(unfinished);
    renameSync(unfinished, path);
    syncDirectory(dirname(path));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function runCopier(file: string, path: string): Promise<void> {
  const copier = new URL(
    `./database-copier${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
    import.meta.url,
  );
  return new Promise((resolve, reject) => {
    const worker = new Worker(copier, { workerData: { file, path } });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

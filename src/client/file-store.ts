import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FlightMark, ReportStore, StoredFlight, StoredReport } from './report-store.ts';

type Line = { readonly mark: FlightMark } | { readonly report: StoredReport } | { readonly removed: readonly number[] };

/**
 * A store in one file, for Node: one appended line of JSON per change; rewritten when a flight begins. Readable only by its
 * owner. A last line that a crash truncated is ignored. Only one process may use it at a time.
 */
export function fileStore(path: string): ReportStore {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
  const append = (line: Line) => inOrder(() => appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o600 }));
  return {
    load: () => inOrder(() => readStored(path)),
    begin: (mark, reports) => inOrder(() => replace(path, [{ mark }, ...reports.map((report) => ({ report }))])),
    append: (report) => append({ report }),
    remove: (removed) => append({ removed }),
    clear: () => inOrder(() => rm(path, { force: true })),
  };
}

/** A store file for each pilot in this folder, for machines that pilots share. */
export function fileStores(folder: string): (owner: string) => ReportStore {
  return (owner) => fileStore(join(folder, `${createHash('sha256').update(owner).digest('hex').slice(0, 24)}.jsonl`));
}

async function replace(path: string, lines: readonly Line[]): Promise<void> {
  await makeFolders(dirname(path));
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** One by one: Node's `recursive` never returns where nobody makes folders (`/proc`). */
async function makeFolders(path: string): Promise<void> {
  const isThere = () => stat(path).then(Boolean, () => false);
  if (await isThere()) return;
  await makeFolders(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isThere())) throw error;
  });
}

async function readStored(path: string): Promise<StoredFlight | null> {
  let mark: FlightMark | null = null;
  const reportsById = new Map<number, StoredReport>();
  for (const text of (await readText(path)).split('\n').slice(0, -1)) {
    const line = readLine(text);
    if (line === null) continue;
    if ('mark' in line) mark = line.mark;
    else if ('report' in line) reportsById.set(line.report.id, line.report);
    else for (const id of line.removed) reportsById.delete(id);
  }
  return mark === null ? null : { mark, reports: [...reportsById.values()] };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Returns null for a line that a crash truncated and the next append continued. */
function readLine(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}

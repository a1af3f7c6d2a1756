import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that have no twin: shared memory, rebuilt at each start; the socket of the operator's commands. */
const hasTwin = (name: string) => !name.endsWith('-shm') && !name.endsWith('.sock');

/** Gives every file a twin with the same bytes; what `power-cut.c` is told about is the environment that comes back. */
export function layTwins(data: string, twins: string, library: string): Readonly<Record<string, string>> {
  rmSync(twins, { recursive: true, force: true });
  cpSync(data, twins, { recursive: true, filter: hasTwin });
  return { LD_PRELOAD: library, POWER_CUT_DIRECTORY: data, POWER_CUT_TWIN: twins };
}

/**
 * The power is gone: the directory holds the twins now. With `keeps`, a sector that was written and not synced is kept
 * when it answers true: a disk may have got to some of them, in any order.
 */
export function cutPower(data: string, twins: string, keeps: (() => boolean) | null): void {
  for (const name of readdirSync(twins)) {
    const real = join(data, name);
    if (name.startsWith('.unnamed-')) rmSync(join(twins, name));
    else if (keeps !== null && existsSync(real)) keepSome(real, join(twins, name), keeps);
  }
  rmSync(data, { recursive: true });
  renameSync(twins, data);
}

const sectorBytes = 512;

function keepSome(real: string, twin: string, keeps: () => boolean): void {
  const written = readFileSync(real);
  const synced = readFileSync(twin);
  const mixed = Buffer.alloc(Math.max(written.length, synced.length));
  synced.copy(mixed);
  let length = synced.length;
  for (let from = 0; from < written.length; from += sectorBytes) {
    const sector = written.subarray(from, from + sectorBytes);
    if (sector.equals(synced.subarray(from, from + sectorBytes)) || !keeps()) continue;
    sector.copy(mixed, from);
    length = Math.max(length, from + sector.length);
  }
  writeFileSync(twin, mixed.subarray(0, length));
}

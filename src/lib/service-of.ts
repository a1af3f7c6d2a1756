import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** A server that systemd runs. */
export interface Service {
  /** `va-tracker.service` */
  readonly unit: string;
  /** Sockets of systemd that start it again with the next connection. */
  readonly sockets: readonly string[];
}

/** Returns properties of a unit, as `systemctl show` prints them; null where there is no systemd. */
export type AskSystemd = (unit: string) => string | null;

/**
 * Returns the service of systemd whose server has this file open; null where none has, or where this user may not know.
 * @param proc - where the system shows its processes
 */
export function serviceThatOpened(
  file: string,
  { proc = '/proc', ask = askSystemd }: { readonly proc?: string; readonly ask?: AskSystemd } = {},
): Service | null {
  for (const pid of processesThatOpened(file, proc)) {
    const groups = attempt(() => readFileSync(join(proc, pid, 'cgroup'), 'utf8')) ?? '';
    const [, unit] = /\/system\.slice\/(?:[^/\n]+\.slice\/)*([^/\n]+\.service)$/m.exec(groups) ?? [];
    const shown = unit === undefined ? null : ask(unit);
    if (unit === undefined || shown === null) continue;
    const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(shown)?.[1] ?? '';
    // Not cron, nor another program from which somebody started the server: it has more to do.
    const words = attempt(() => readFileSync(join(proc, value('MainPID'), 'cmdline'), 'utf8'))?.split('\0');
    if (words?.includes('serve') !== true) continue;
    return {
      unit,
      sockets: value('TriggeredBy')
        .split(' ')
        .filter((name) => name.endsWith('.socket')),
    };
  }
  return null;
}

/** `systemctl stop va-tracker.socket va-tracker.service` */
export function commandThatStops({ unit, sockets }: Service): string {
  return ['systemctl stop', ...sockets, unit].join(' ');
}

function processesThatOpened(file: string, proc: string): readonly string[] {
  const path = attempt(() => realpathSync(file));
  const pids = attempt(() => readdirSync(proc)) ?? [];
  return pids.filter((pid) => {
    if (path === null || !/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    const folder = join(proc, pid, 'fd');
    const open = attempt(() => readdirSync(folder)) ?? [];
    return open.some((descriptor) => attempt(() => readlinkSync(join(folder, descriptor))) === path);
  });
}

function askSystemd(unit: string): string | null {
  const { status, stdout } = spawnSync('systemctl', ['show', '-p', 'MainPID', '-p', 'TriggeredBy', unit], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  return status === 0 ? stdout : null;
}

/** Processes end while they are looked at, and those of others may not be looked at. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

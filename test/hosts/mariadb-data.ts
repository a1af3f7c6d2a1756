import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digest } from '../../src/lib/tokens.ts';

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

/**
 * Puts the data of a new server into `data` in this folder. They are made once for this version and these options and kept
 * as one file: MariaDB takes half a second of processor time to make them, and writes a hundred megabytes.
 * @param options - those of the server that size its files
 */
export function placeData(daemon: string, installer: string, folder: string, options: readonly string[]): void {
  const version = run(daemon, ['--no-defaults', '--version']);
  const key = digest([version, ...options].join('\n')).slice(0, 16);
  const kept = join(tmpdir(), `tracker-mariadb-data-${process.getuid?.() ?? 0}-${key}.tar`);
  if (existsSync(kept)) {
    run('tar', ['-xSf', kept, '-C', folder]);
    return;
  }
  install(installer, folder, options);
  const draft = `${kept}.${process.pid}`;
  run('tar', ['-cSf', draft, '-C', folder, 'data']);
  renameSync(draft, kept);
}

function install(installer: string, folder: string, options: readonly string[]): void {
  // One that starts removes what it takes for its own among the temporary files, also another's.
  const own = ['--no-defaults', `--tmpdir=${folder}`, `--datadir=${folder}/data`];
  run(installer, [...own, '--auth-root-authentication-method=normal', '--skip-test-db', ...options, ...asRoot]);
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`);
  return stdout;
}

import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

/** As a stranger's shell has it: no Node of the project on the path. */
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8' };

export function run(command: string, extra: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
  return spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd: '/', env: { ...env, ...extra }, timeout: 600_000 });
}

/** Runs a command of the shell that must succeed. @returns what it printed */
export function succeed(command: string, extra: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = run(command, extra);
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout;
}

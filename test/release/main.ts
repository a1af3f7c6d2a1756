import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run release:test`: refuses where it would do harm, or could show nothing. */
const obstacle = findObstacle();
if (obstacle !== null) {
  console.error(`npm run release:test ${obstacle}`);
  process.exit(2);
}
const suite = join(import.meta.dirname, 'release.machine-test.ts');
process.exit(spawnSync(process.execPath, ['--test', suite], { stdio: 'inherit' }).status ?? 1);

function findObstacle(): string | null {
  if (!existsSync('/etc/debian_version') || spawnSync('dpkg', ['--version']).status !== 0)
    return 'installs a package of Debian, and this is none.';
  if (process.getuid?.() !== 0) return 'must be run as root, on a machine that is there for tests.';
  if (spawnSync('dpkg-query', ['-W', 'va-tracker']).status === 0 || existsSync('/var/lib/va-tracker'))
    return 'does not touch a machine on which va-tracker is, or was, installed: it would delete its data.';
  if (!existsSync(join(import.meta.dirname, '../../release/SHA256SUMS'))) return 'needs `npm run release` before.';
  return null;
}

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPart, machinePart } from '../hosts/parts.ts';
import { whyNoEarlierBuilds } from './earlier-builds.ts';
import { recordFile, release, type Step } from './life.ts';

/**
 * `npm run release:test [-- WAY …]`: lives the life of each way to install a release (`deb`, `archive`, `npm`), in a Debian
 * that systemd boots in a container; runs the image (`image`) and the program for arm64 (`arm64`), which it makes of packages that
 * Debian's archive has today. Refuses where it could show nothing.
 */
const booted = ['deb', 'archive', 'npm'];
const ways = [...booted, 'image', 'arm64'];
const wanted = process.argv.slice(2);
const chosen = wanted.length > 0 ? wanted : ways;
const isBooted = chosen.some((way) => booted.includes(way));
const obstacle = findObstacle();
if (obstacle !== null) {
  console.error(`npm run release:test ${obstacle}`);
  process.exit(2);
}
if (isBooted) findPart(machinePart);
rmSync(recordFile, { force: true });
const suites = chosen.map((way) => join(import.meta.dirname, `${way}.machine-test.ts`));
// One machine after the other: each has the whole of this one.
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...suites], { stdio: 'inherit' });
printTable();
process.exit(status ?? 1);

function findObstacle(): string | null {
  const unknown = wanted.find((way) => !ways.includes(way));
  if (unknown !== undefined) return `does not know ${unknown}; the ways are ${ways.join(', ')}.`;
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'boots a Debian for x64, and this is none.';
  if (!isBooted) return null;
  if (process.getuid?.() !== 0) return 'must be run as root: it boots a machine in a container.';
  if (!existsSync(join(release, 'SHA256SUMS')) || globSync('va-tracker_*_amd64.deb', { cwd: release }).length !== 1)
    return 'needs `npm run release` before.';
  const sums = spawnSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: release });
  if (sums.status !== 0) return 'finds other files in release/ than SHA256SUMS names.';
  return whyNoEarlierBuilds();
}

/** What was lived, as in docs/situations/releases.md. A step that failed is not in it. */
function printTable(): void {
  if (!existsSync(recordFile)) return;
  const steps = readFileSync(recordFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Step);
  console.log('\n| way | step | seconds | seen |\n|---|---|---|---|');
  for (const { way, what, seconds, seen } of steps)
    console.log(`| ${way} | ${what} | ${seconds.toFixed(1)} | ${seen} |`);
}

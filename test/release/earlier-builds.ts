import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const cache = join(root, '.cache/release-test');

/** States of before from which an upgrade is tried: the first had only a package of npm. */
export const earlier = { first: '9852f9c', second: 'c39f409' } as const;

/** Why the packages of before cannot be built here; null when they can, or are there already. */
export function whyNoEarlierBuilds(): string | null {
  const missing = Object.values(earlier).filter((commit) => !existsSync(join(cache, commit)) && !isKnown(commit));
  if (missing.length === 0) return null;
  return `builds what is upgraded from the commits ${missing.join(' and ')}, which this copy of the source does not have. In a shallow clone: git fetch --unshallow. An archive without .git cannot be tested.`;
}

/** The folder with what this commit releases, built by its own tools; kept for the next run. */
export function buildEarlier(commit: string): string {
  const built = join(cache, commit);
  if (existsSync(built)) return built;
  const work = mkdtempSync(join(tmpdir(), 'tracker-earlier-'));
  try {
    const source = join(work, 'source');
    const out = join(work, 'out');
    mkdirSync(out);
    run(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, source);
    run(source, 'git', 'checkout', '--quiet', '--detach', commit);
    run(source, 'npm', 'ci', '--silent', '--no-audit', '--no-fund');
    if (existsSync(join(source, 'build/release/main.ts'))) run(source, 'npm', 'run', 'release', '--', '--out', out);
    else run(source, 'npm', 'pack', '--silent', '--pack-destination', out);
    mkdirSync(cache, { recursive: true });
    run(cache, 'cp', '-a', out, `${built}.unfinished`);
    renameSync(`${built}.unfinished`, built);
  } finally {
    rmSync(work, { recursive: true });
  }
  return built;
}

/** The one file in this folder whose name ends like this. */
export function oneFile(folder: string, pattern: string): string {
  const [name, ...others] = globSync(pattern, { cwd: folder });
  if (name === undefined || others.length > 0) throw new Error(`${folder} must have one ${pattern}.`);
  return join(folder, name);
}

function isKnown(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(cwd: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

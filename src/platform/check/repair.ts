import { readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { type EdgeStep, replaceFile } from '../site/edge-steps.ts';
import { asOwner } from '../site/owner.ts';
import { innermost } from './places.ts';
import type { Subject } from './subject.ts';

/** `put back`: the site fails since, so its rules are as they were. `not begun`: the site did not answer before. */
export type Repaired = 'done' | 'put back' | 'not begun';

/**
 * Does the steps by `apply`, and asks the site whether it still responds. Where it fails since, because its web server does not
 * accept rules in files, every `.htaccess` is put back as it was.
 */
export async function repairSite(
  { url, ask, owner, places }: Subject,
  steps: readonly EdgeStep[],
  apply: () => void,
): Promise<Repaired> {
  const rules = steps.filter((step) => step.kind === 'write' && basename(step.path) === '.htaccess');
  // Copies for the backup are of that name too.
  const paths = rules.map(({ path }) => path).filter((path) => innermost(places, path) !== null);
  const before = asOwner(owner, () => paths.map((path) => (isThere(path) ? readFileSync(path) : null)));
  const statusOf = async () => (url === null ? null : ((await ask(`${url}/`))?.status ?? null));
  const first = await statusOf();
  // Without an answer it could not be seen whether the rules break the site.
  if (first === null && paths.length > 0) return 'not begun';
  apply();
  const second = await statusOf();
  const isBroken = (second ?? 500) >= 500 && (first ?? 500) < 500;
  if (!isBroken) return 'done';
  asOwner(owner, () => {
    for (const [index, path] of paths.entries()) {
      const bytes = before[index] ?? null;
      if (bytes === null) rmSync(path, { force: true });
      else replaceFile(path, bytes, 0o644);
    }
  });
  return 'put back';
}

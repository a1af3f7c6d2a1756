import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { type EdgeStep, replaceFile } from '../platform/site/edge-steps.ts';
import { asOwner } from '../platform/site/owner.ts';
import { innermost } from './places.ts';
import type { Subject } from './subject.ts';

/**
 * Does the steps by `apply`, and asks the site whether it still responds. Where it fails since, because its web server does not
 * accept rules in files, every `.htaccess` is put back as it was.
 * @returns false when rules were put back
 */
export async function repairSite(
  { url, ask, owner, places }: Subject,
  steps: readonly EdgeStep[],
  apply: () => void,
): Promise<boolean> {
  const rules = steps.filter((step) => step.kind === 'write' && basename(step.path) === '.htaccess');
  // Copies for the backup are of that name too.
  const paths = rules.map(({ path }) => path).filter((path) => innermost(places, path) !== null);
  const before = asOwner(owner, () => paths.map((path) => (existsSync(path) ? readFileSync(path) : null)));
  const statusOf = async () => (url === null ? null : ((await ask(`${url}/`))?.status ?? null));
  const first = await statusOf();
  apply();
  const second = await statusOf();
  const isBroken = (second ?? 500) >= 500 && (first ?? 500) < 500;
  if (!isBroken) return true;
  asOwner(owner, () => {
    for (const [index, path] of paths.entries()) {
      const bytes = before[index] ?? null;
      if (bytes === null) rmSync(path, { force: true });
      else replaceFile(path, bytes, 0o644);
    }
  });
  return false;
}

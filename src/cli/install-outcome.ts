import type { Report } from '../check/run.ts';
import type { FindingName } from '../platform/site/finding-kinds.ts';

/** What an install is answerable for: Tracker's own files, its data and its contract. The rest is the site's. */
const ofInstall: ReadonlySet<FindingName> = new Set<FindingName>([
  ...(['edge-missing', 'edge-mixed', 'version-too-old', 'module-outdated', 'module-readable'] as const),
  ...(['folder-not-denied', 'data-readable', 'data-too-new', 'config-wrong'] as const),
  ...(['contract-not-answering', 'other-server'] as const),
]);

/**
 * Whether the install did its work. Serious findings about the site itself, such as its own installer that anyone can read,
 * were there before and are printed; they are no failure of the install.
 */
export function isInstalled({ findings }: Report): boolean {
  return findings.every(({ severity, name }) => severity !== 'serious' || !ofInstall.has(name));
}

/** What to do about serious findings that are the site's; empty when there are none. */
export function adviceOnSite({ findings, folder, server }: Report): string {
  const { length } = findings.filter(({ severity, name }) => severity === 'serious' && !ofInstall.has(name));
  if (length === 0) return '';
  const readsHtaccess = server === 'apache' || server === 'litespeed';
  const rules = `tracker install ${folder} --server ${server === 'other' ? 'NAME' : server}`;
  const command = readsHtaccess ? `tracker check ${folder} --fix` : rules;
  const which = length === 1 ? 'One serious finding is' : `${length} serious findings are`;
  return `${which} about the site itself, not about this install. Each remedy is above; what rules can deny is repaired with:\n  ${command}`;
}

import { rulesCommand } from '../platform/check/finding.ts';
import type { Report } from '../platform/check/run.ts';
import type { FindingName } from '../platform/site/finding-kinds.ts';

/**
 * What the install did not make: other files of the site, its address and certificate, settings of the crew
 * center. All other findings are about Tracker: its files, data, database, contract, and what could not be found out.
 */
const ofSite: ReadonlySet<FindingName> = new Set<FindingName>([
  ...(['private-file-readable', 'shipped-folder-readable', 'repository-readable', 'archive-readable'] as const),
  ...(['phpinfo-runs', 'obsolete-script', 'tracking-folder-copy', 'installer-left', 'folder-listed'] as const),
  ...(['plain-http', 'certificate-wrong', 'live-time-below-suspension'] as const),
]);

/** Whether Tracker is installed and works: no serious finding is about it. Those about the site itself are printed. */
export function isInstalled({ findings }: Report): boolean {
  return findings.every(({ severity, name }) => severity !== 'serious' || ofSite.has(name));
}

/** What to do about serious findings that are the site's; empty when there are none. */
export function adviceOnSite({ findings, folder, server }: Report): string {
  const { length } = findings.filter(({ severity, name }) => severity === 'serious' && ofSite.has(name));
  if (length === 0) return '';
  const readsHtaccess = server === 'apache' || server === 'litespeed';
  const command = readsHtaccess ? `tracker check ${folder} --fix` : rulesCommand(folder, server);
  const which = length === 1 ? 'One serious finding is' : `${length} serious findings are`;
  return `${which} about the site itself, not about this install. Each remedy is above; what rules can deny is repaired with:\n  ${command}`;
}

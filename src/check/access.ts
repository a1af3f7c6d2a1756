import { askIdentity, runChecks } from '../platform/site/edge-kit.ts';
import type { FindingName } from '../platform/site/finding-kinds.ts';
import type { Observation } from '../platform/site/observation.ts';
import type { Check, Subject } from './subject.ts';

/** Checks the contract, Tracker's protected files and the site's own pages, by URL. */
export const access: Check = {
  name: 'access by URL',
  async run(subject) {
    const { url, isReachable, kit } = subject;
    if (url === null || !isReachable) return [];
    const results = await runChecks(url, kit.checks);
    const wrong = results.filter(({ finding }) => finding !== null);
    const groups = Map.groupBy(wrong, ({ finding }) => finding as FindingName);
    const found = [...groups].map(
      ([name, alike]): Observation => ({
        name,
        subject: `${url}${alike[0]?.check.path ?? ''}`,
        evidence: alike.map(({ check, says }) => `${check.path}: ${says}`).join('; '),
      }),
    );
    return [...(kit.isInstalled() ? found : withoutEdge(subject, found)), ...(await askServer(subject, groups))];
  },
};

/** What is not installed cannot respond; a proxy rule may do its work. */
function withoutEdge({ folder }: Subject, found: readonly Observation[]): readonly Observation[] {
  const ofContract: readonly FindingName[] = [
    ...(['contract-not-answering', 'contract-limited', 'protected-file-not-denied'] as const),
  ];
  const others = found.filter(({ name }) => !ofContract.includes(name));
  const isAnswering = !found.some(({ name }) => name === 'contract-not-answering' || name === 'contract-limited');
  const missing = { name: 'edge-missing', subject: folder, evidence: 'the contract does not respond either' } as const;
  return isAnswering ? others : [missing, ...others];
}

const silent: readonly FindingName[] = [
  ...(['contract-not-answering', 'contract-limited', 'server-not-running', 'module-outdated'] as const),
];

/** Whose server it is, when one responds. */
async function askServer(
  { kit, url }: Subject,
  groups: ReadonlyMap<FindingName, unknown>,
): Promise<readonly Observation[]> {
  const isSilent = silent.some((name) => groups.has(name));
  if (isSilent || url === null) return [];
  const { level, says } = await askIdentity(url, kit);
  return level === 'failure' ? [{ name: 'other-server', subject: `${url}${kit.statusPath}`, evidence: says }] : [];
}

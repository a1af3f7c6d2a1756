import { runChecks } from '../site/edge-kit.ts';
import type { FindingName } from '../site/finding-kinds.ts';
import type { Observation } from '../site/observation.ts';
import { askIdentity } from '../site/server-identity.ts';
import type { Check, Subject } from './subject.ts';

/** Checks the contract, Tracker's protected files and the site's own pages, by URL. */
export const access: Check = {
  name: 'access by URL',
  async run(subject) {
    const { url, isReachable, kit, ask } = subject;
    if (url === null || !isReachable) return [];
    const isThere = kit.isInstalled();
    const results = await runChecks(
      url,
      kit.checks.filter(({ needsEdge }) => isThere || needsEdge !== true),
      ask,
    );
    // What was not answered is reported for all checks together.
    const wrong = results.filter(({ finding }) => finding !== null && finding !== 'not-answered');
    const groups = Map.groupBy(wrong, ({ finding }) => finding as FindingName);
    const found = [...groups].map(
      ([name, alike]): Observation => ({
        name,
        subject: `${url}${alike[0]?.check.path ?? ''}`,
        evidence: alike.map(({ check, says }) => `${check.path}: ${says}`).join('; '),
      }),
    );
    return [...(isThere ? found : withoutEdge(subject, found)), ...(await askServer(subject, groups))];
  },
};

/** What is not installed cannot respond; a proxy rule may do its work. */
function withoutEdge({ folder }: Subject, found: readonly Observation[]): readonly Observation[] {
  const isAnswering = !found.some(({ name }) => name === 'contract-not-answering' || name === 'contract-limited');
  const rest = found.filter(({ name }) => name !== 'protected-file-not-denied');
  if (isAnswering) return rest;
  const ofContract: readonly FindingName[] = ['contract-not-answering', 'contract-limited', 'script-url-not-reached'];
  const missing = { name: 'edge-missing', subject: folder, evidence: 'the contract does not respond either' } as const;
  return [missing, ...rest.filter(({ name }) => !ofContract.includes(name))];
}

const silent: readonly FindingName[] = [
  ...(['contract-not-answering', 'contract-limited', 'server-not-running', 'module-outdated'] as const),
];

/** Whose server it is, when one responds. */
async function askServer(
  { kit, url, ask }: Subject,
  groups: ReadonlyMap<FindingName, unknown>,
): Promise<readonly Observation[]> {
  const isSilent = silent.some((name) => groups.has(name));
  if (isSilent || url === null) return [];
  const { finding, says } = await askIdentity(url, kit, ask);
  if (finding !== 'other-server' && finding !== 'server-not-identified') return [];
  return [{ name: finding, subject: `${url}${kit.statusPath}`, evidence: says }];
}

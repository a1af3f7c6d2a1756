import { CrewCenterError } from '../crew-center.ts';
import type { WebServer } from '../site/finding-kind.ts';
import type { Observation } from '../site/observation.ts';
import { access } from './access.ts';
import { arrival } from './connection/arrival.ts';
import { machine } from './connection/machine.ts';
import { ownCalls } from './connection/own-calls.ts';
import { transport } from './connection/transport.ts';
import { workers } from './connection/workers.ts';
import { dataDamage } from './data-damage.ts';
import { dataPlace } from './data-place.ts';
import { dataVersions, newerRelease } from './data-versions.ts';
import { listings } from './files/listings.ts';
import { privateFiles } from './files/private-files.ts';
import { shippedFolders } from './files/shipped-folders.ts';
import { trackingFolder } from './files/tracking-folder.ts';
import { type Finding, inOrder, toFinding } from './finding.ts';
import { host, ownFiles } from './own-files.ts';
import { reach } from './reach.ts';
import { stillShown } from './still-shown.ts';
import { type Check, openSubject, type Run, type Subject, type SubjectNeeds } from './subject.ts';
import { unruledPaths } from './unruled.ts';

/** Every family of checks. */
export const checks: readonly Check[] = [
  ...[reach, access, dataPlace, trackingFolder, shippedFolders, privateFiles, listings, ownFiles],
  ...[transport, arrival, ownCalls, machine, dataVersions, newerRelease, dataDamage, host, stillShown, workers],
];

export interface Report {
  readonly folder: string;
  readonly url: string | null;
  readonly server: WebServer;
  readonly findings: readonly Finding[];
}

/** How long a run may take: a site that answers slowly, or never, ends it. What is not looked at then is reported. */
const maxRunMs = 120_000;

/** Asks the site who it is, then runs every check. */
export async function checkSite(
  needs: SubjectNeeds,
  { maxMs = maxRunMs, ...run }: Omit<Run, 'signal'> & { readonly maxMs?: number } = {},
): Promise<{ readonly subject: Subject; readonly report: Report }> {
  const end = AbortSignal.timeout(maxMs);
  const subject = await openSubject(needs, { ...run, signal: end });
  return { subject, report: await checkSubject(subject, { end, maxMs }) };
}

interface Duration {
  /** Aborted when the run must end. */
  readonly end: AbortSignal;
  readonly maxMs: number;
}

async function checkSubject(subject: Subject, duration: Duration): Promise<Report> {
  const { folder, url, server } = subject;
  const [alone, others] = [checks.filter(({ isAlone }) => isAlone), checks.filter(({ isAlone }) => !isAlone)];
  const seen = [...(await Promise.all(others.map((check) => runOne(check, subject, duration))))];
  for (const check of alone) seen.push(await runOne(check, subject, duration));
  const found = [...seen.flat(), ...notAnswered(subject)];
  return {
    folder,
    url,
    server,
    findings: inOrder(found.map((each) => toFinding(each, server, folder, unruledPaths(each, subject)))),
  };
}

const maxNamed = 5;

/** What the site left unanswered may be anything. The names of files that were made for it tell nothing. */
function notAnswered({ url, isReachable, unanswered }: Subject): readonly Observation[] {
  if (url === null || !isReachable || unanswered.size === 0) return [];
  const all = [...unanswered].map(([address, reason]) => `${pathOf(address)} (${reason})`);
  const named = [...new Set(all)].sort();
  const more = named.length > maxNamed ? ` and ${named.length - maxNamed} more` : '';
  return [{ name: 'not-answered', subject: url, evidence: `${named.slice(0, maxNamed).join(', ')}${more}` }];
}

const pathOf = (address: string) => new URL(address).pathname.replace(/(?<![\w-])[\w-]*check-[0-9a-f]{32}/, '');

async function runOne(check: Check, subject: Subject, { end, maxMs }: Duration): Promise<readonly Observation[]> {
  const late = Promise.withResolvers<readonly Observation[]>();
  const tooLate = () => late.resolve([]);
  end.addEventListener('abort', tooLate);
  try {
    const found = end.aborted ? [] : await Promise.race([check.run(subject), late.promise]);
    return end.aborted ? [...found, brokenOff(check, `the whole took more than ${maxMs / 1_000} s`)] : found;
  } catch (error) {
    // Refused by the system (a folder of another owner), or by the crew center's own files.
    const isExpected = error instanceof CrewCenterError || (error instanceof Error && 'code' in error);
    if (!isExpected) throw error;
    return [brokenOff(check, (error as Error).message)];
  } finally {
    end.removeEventListener('abort', tooLate);
  }
}

const brokenOff = ({ name }: Check, evidence: string): Observation => ({
  name: 'check-broke-off',
  subject: name,
  evidence,
});

export function isFine({ findings }: Report): boolean {
  return findings.every(({ severity }) => severity !== 'serious');
}

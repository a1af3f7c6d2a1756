import { CrewCenterError } from '../platform/crew-center.ts';
import type { WebServer } from '../platform/site/finding-kind.ts';
import type { Observation } from '../platform/site/observation.ts';
import { access } from './access.ts';
import { arrival } from './connection/arrival.ts';
import { machine } from './connection/machine.ts';
import { transport } from './connection/transport.ts';
import { dataPlace } from './data-place.ts';
import { dataVersions } from './data-versions.ts';
import { listings } from './files/listings.ts';
import { privateFiles } from './files/private-files.ts';
import { shippedFolders } from './files/shipped-folders.ts';
import { trackingFolder } from './files/tracking-folder.ts';
import { type Finding, inOrder, toFinding } from './finding.ts';
import { host, ownFiles } from './own-files.ts';
import { reach } from './reach.ts';
import { type Check, openSubject, type Subject, type SubjectNeeds } from './subject.ts';

/** Every family of checks. */
export const checks: readonly Check[] = [
  ...[reach, access, dataPlace, trackingFolder, shippedFolders, privateFiles, listings, ownFiles],
  ...[transport, arrival, machine, dataVersions, host],
];

export interface Report {
  readonly folder: string;
  readonly url: string | null;
  readonly server: WebServer;
  readonly findings: readonly Finding[];
}

/** Timeout of a family of checks; a timeout is reported. */
const maxMsPerCheck = 120_000;

/** Asks the site who it is, then runs every check. */
export async function checkSite(needs: SubjectNeeds): Promise<{ readonly subject: Subject; readonly report: Report }> {
  const subject = await openSubject(needs);
  return { subject, report: await checkSubject(subject) };
}

async function checkSubject(subject: Subject): Promise<Report> {
  const { folder, url, server } = subject;
  const seen = await Promise.all(checks.map((check) => runOne(check, subject)));
  return { folder, url, server, findings: inOrder(seen.flat().map((each) => toFinding(each, server, folder))) };
}

async function runOne(check: Check, subject: Subject): Promise<readonly Observation[]> {
  const late = Promise.withResolvers<readonly Observation[]>();
  const timer = setTimeout(
    () => late.resolve([brokenOff(check, `more than ${maxMsPerCheck / 1_000} s`)]),
    maxMsPerCheck,
  );
  timer.unref();
  try {
    return await Promise.race([check.run(subject), late.promise]);
  } catch (error) {
    // Refused by the system (a folder of another owner), or by the crew center's own files.
    const isExpected = error instanceof CrewCenterError || (error instanceof Error && 'code' in error);
    if (!isExpected) throw error;
    return [brokenOff(check, (error as Error).message)];
  } finally {
    clearTimeout(timer);
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

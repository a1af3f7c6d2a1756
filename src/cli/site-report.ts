import { checkSite, type Report } from '../platform/check/run.ts';
import type { SubjectNeeds } from '../platform/check/subject.ts';
import { openSiteProfile } from '../platform/open-profile.ts';
import type { EdgeKit } from '../platform/site/edge-kit.ts';
import { hostOptionsOf, limitsOf } from '../server/check-limits.ts';
import { dataFormats } from '../server/data-formats.ts';
import { askerOf } from '../server/releases/notice.ts';
import type { CommandIo } from './command.ts';

/** What the checks need for the crew center in this folder, by the settings of this command line. */
export function checkNeeds(folder: string, kit: EdgeKit, url: string | null, { config }: CommandIo): SubjectNeeds {
  const host = hostOptionsOf(config);
  const limits = limitsOf(config);
  return {
    folder,
    kit,
    url,
    host,
    profile: openSiteProfile(folder),
    limits,
    formats: dataFormats,
    askForNewer: askerOf(config),
  };
}

/** Runs every check. */
export async function checkFolder(folder: string, kit: EdgeKit, url: string | null, io: CommandIo): Promise<Report> {
  return (await checkSite(checkNeeds(folder, kit, url, io))).report;
}

/** For people: the most urgent first. */
export function textOf({ folder, url, server, findings }: Report): string {
  const head = `${folder} at ${url ?? 'an unknown address'}, web server: ${server}`;
  const blocks = findings.map(
    ({ severity, title, name, subject, evidence, reason, remedy }) =>
      `${severity.toUpperCase()}  ${title} (${name})\n  where   ${subject}\n  seen    ${evidence}\n  why     ${reason}\n  remedy  ${remedy}`,
  );
  const count = (severity: string) => findings.filter((each) => each.severity === severity).length;
  const total =
    findings.length === 0
      ? 'Nothing was found.'
      : `${count('serious')} serious, ${count('warning')} warnings, ${count('note')} notes.`;
  return [head, ...blocks, total].join('\n\n');
}

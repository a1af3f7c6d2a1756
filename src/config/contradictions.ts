import { type SettingKey, settings, type Values } from './settings.ts';

/**
 * Returns a sentence for each pair of settings that cannot be meant together.
 * @param env - the environment
 * @param overrides - settings of the command line, by their keys
 */
export function findContradictions(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
  overrides: Readonly<Partial<Record<SettingKey, string>>>,
): readonly string[] {
  const problems: string[] = [];
  const { crewCenter, embeddedVersion, suspendAfterMin, abandonAfterH } = settings;
  if (values.crewCenter !== null && (overrides.embeddedVersion ?? env[embeddedVersion.variable])) {
    problems.push(
      `${embeddedVersion.variable} and ${crewCenter.variable} are both set: use the embedded crew center or the one in that folder, not both.`,
    );
  }
  problems.push(...ofJournals(values));
  if (values.abandonAfterH * 60 <= values.suspendAfterMin) {
    problems.push(
      `${abandonAfterH.variable} is ${values.abandonAfterH} hours: it must be longer than ${suspendAfterMin.variable}, which is ${values.suspendAfterMin} minutes.`,
    );
  }
  if (values.flightDays !== null && values.flightDays < 30) {
    problems.push(
      `${settings.flightDays.variable} is ${values.flightDays} days: it must be 0, or at least 30, so that a client that comes back late still learns what became of its flight.`,
    );
  }
  const { alertMailTo, alertMailFrom, mailServer } = settings;
  if (values.alertMailTo.length > 0 && (values.alertMailFrom === null || values.mailServer === null))
    problems.push(
      `${alertMailTo.variable} is set: set ${alertMailFrom.variable} and ${mailServer.variable} too, or no mail can be sent.`,
    );
  return problems;
}

/** Where the journal is, and what copies it. */
function ofJournals(values: Values): readonly string[] {
  const problems: string[] = [];
  const { crewCenter } = settings;
  if (values.journal !== null && values.crewCenter === null) {
    problems.push(
      `${settings.journal.variable} is set and ${crewCenter.variable} is not: the embedded crew center is for one machine, with its journal beside it. Connect a crew center that all servers reach, or remove ${settings.journal.variable}.`,
    );
  }
  if (values.journal !== null && values.backupFolder !== null) {
    problems.push(
      `${settings.journal.variable} and ${settings.backupFolder.variable} are both set: a journal in MariaDB is backed up by MariaDB's own tools, see docs/backups.md. Remove ${settings.backupFolder.variable}.`,
    );
  }
  return problems;
}

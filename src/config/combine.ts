import type { Combined, MailSettings } from './config-shape.ts';
import type { Values } from './settings.ts';

/** Makes what several settings are together. */
export function combine(values: Values): Pick<Combined, 'dataDirectory' | 'crewCenter' | 'alerts' | 'backups'> {
  const { data, defaultData, crewCenter, embeddedVersion, alertDiscord } = values;
  return {
    dataDirectory: data ? { kind: 'given', path: data } : { kind: 'default', path: defaultData },
    crewCenter: crewCenter ? { kind: 'folder', path: crewCenter } : { kind: 'embedded', version: embeddedVersion },
    alerts: { mail: mailOf(values), discord: alertDiscord },
    backups: backupsOf(values),
  };
}

function backupsOf({ backupFolder: folder, backupHour: hour, backupKeep: keep }: Values): Combined['backups'] {
  return folder ? { folder, hour, keep } : null;
}

function mailOf(values: Values): MailSettings | null {
  const { alertMailTo: to, alertMailFrom: from, mailServer: server, mailPassword: password } = values;
  if (to.length === 0 || from === null || server === null) return null;
  return { to, from, server, password };
}

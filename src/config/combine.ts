import type { Combined, MailServerSettings } from './config-shape.ts';
import type { Values } from './settings.ts';

/** Makes what several settings are together. */
export function combine(
  values: Values,
): Pick<Combined, 'dataDirectory' | 'crewCenter' | 'alerts' | 'pilotMail' | 'backups'> {
  const { data, defaultData, crewCenter, embeddedVersion, alertDiscord } = values;
  const [server, to, address] = [mailServerOf(values), values.alertMailTo, values.publicAddress];
  return {
    dataDirectory: data ? { kind: 'given', path: data } : { kind: 'default', path: defaultData },
    crewCenter: crewCenter ? { kind: 'folder', path: crewCenter } : { kind: 'embedded', version: embeddedVersion },
    alerts: { mail: server === null || to.length === 0 ? null : { ...server, to }, discord: alertDiscord },
    pilotMail: server === null || address === null ? null : { ...server, address: address.replace(/(?<!\/)\/+$/, '') },
    backups: backupsOf(values),
  };
}

function backupsOf({ backupFolder: folder, backupHour: hour, backupKeep: keep }: Values): Combined['backups'] {
  return folder ? { folder, hour, keep } : null;
}

function mailServerOf({
  alertMailFrom: from,
  mailServer: server,
  mailPassword: password,
}: Values): MailServerSettings | null {
  return from === null || server === null ? null : { from, server, password };
}

import type { Config, MailSettings } from './config-shape.ts';
import type { Values } from './settings.ts';

/** Puts the values of the settings into their places. */
export function assemble(
  values: Values,
): Omit<
  Config,
  | 'tls'
  | 'journal'
  | 'journalPassword'
  | 'cluster'
  | 'passedSockets'
  | 'unknownSettings'
  | 'renamedSettings'
  | 'retiredSettings'
> {
  const { listen, metricsListen, requireHttps, trustProxy, update, contracts, coreHandedOver } = values;
  const { accessLog, logLevel, webhookNetworks } = values;
  return {
    listen,
    metricsListen,
    requireHttps,
    trustProxy,
    update,
    contracts,
    coreHandedOver,
    accessLog,
    logLevel,
    webhookNetworks,
    dataDirectory: values.data ? { kind: 'given', path: values.data } : { kind: 'default', path: values.defaultData },
    crewCenter: values.crewCenter
      ? { kind: 'folder', path: values.crewCenter }
      : { kind: 'embedded', version: values.embeddedVersion },
    pages: pagesOf(values),
    host: { databaseServer: values.databaseServer, php: values.php },
    flights: {
      suspendAfterMin: values.suspendAfter,
      abandonAfterH: values.abandonAfter,
      crewCenterTimeoutMs: values.crewCenterTimeout * 1_000,
      maxForwardedWaits: values.maxForwardedWaits,
    },
    ...limitsOf(values),
    retention: { flightDays: values.keepFlights || null, auditDays: values.keepAudit || null },
    alerts: { mail: mailOf(values), discord: values.alertDiscord },
    backups: backupsOf(values),
    commitWindowMs: values.commitWindow,
  };
}

function backupsOf({ backupFolder: folder, backupHour: hour, backupKeep: keep }: Values): Config['backups'] {
  return folder ? { folder, hour, keep } : null;
}

function limitsOf(values: Values): Pick<Config, 'limits' | 'loginLimits' | 'quotas'> {
  return {
    limits: {
      bodyBytes: values.bodyLimit,
      finishBodyBytes: values.finishBodyLimit,
      positionsPerCall: values.positionsPerCall,
      requestsPerSecond: values.requestsPerSecond,
      requestBurst: values.requestBurst,
    },
    loginLimits: {
      perPilotAndAddress: values.loginPerPilotAndAddress,
      perAddress: values.loginPerAddress,
      perPilot: values.loginPerPilot,
    },
    quotas: {
      reportsPerFlight: values.reportsPerFlight,
      bytesPerFlight: values.bytesPerFlight,
      eventsPerMinute: values.eventsPerMinute,
      eventBurst: values.eventBurst,
    },
  };
}

function pagesOf(values: Values): Config['pages'] {
  const { tileUrl, tileAttribution, mapSources, publicHours, metarUrl, navigationData, apiOrigins } = values;
  return { tileUrl, tileAttribution, mapSources, publicHours, metarUrl, navigationData, apiOrigins };
}

function mailOf(values: Values): MailSettings | null {
  const { alertMailTo: to, alertMailFrom: from, mailServer: server, mailPassword: password } = values;
  if (to.length === 0 || from === null || server === null) return null;
  return { to, from, server, password };
}

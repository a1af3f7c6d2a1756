import type { Config } from '../config/config.ts';
import type { Limits } from '../platform/check/subject.ts';
import type { HostOptions } from '../platform/site/site-profile.ts';

/** What the server requests of clients in cruise, at most. */
const reportIntervalS = 60;

/** The settings that checks compare with what the site does. */
export function limitsOf({ flights, listen, tls }: Config): Limits {
  const { crewCenterTimeoutMs, maxForwardedWaits } = flights;
  // The address of a socket of systemd is known to its unit only.
  if (listen.kind !== 'tcp' || tls.kind !== 'none') return { crewCenterTimeoutMs, maxForwardedWaits, listen: null };
  const host = listen.host.replace('0.0.0.0', '127.0.0.1');
  return { crewCenterTimeoutMs, maxForwardedWaits, listen: `http://${host}:${listen.port}` };
}

/** How the crew center is reached, and the settings that its own clean-up is compared with. */
export function hostOptionsOf({ host, flights: { suspendAfterMin, abandonAfterH } }: Config): HostOptions {
  return { ...host, reportIntervalS, suspendAfterMin, abandonAfterH };
}

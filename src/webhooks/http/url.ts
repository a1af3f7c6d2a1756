import { isIP } from 'node:net';
import type { AddressPolicy } from '../../lib/address-policy.ts';
import { Refusal } from '../../tracking/refusals.ts';

const maxLength = 2_000;
/** Below it are the ports of other services; above it those that browsers block: https://fetch.spec.whatwg.org/#port-blocking. */
const minOtherPort = 1_024;
const usualPorts = new Set([80, 443]);
const blockedPorts = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
]);

/**
 * Returns the parsed address of an endpoint.
 * @throws Refusal `invalid` for one that no receiver has: another scheme, a login in it, the port of another service, or an
 *   address outside the public internet that the operator did not allow. A name is looked up, and checked, when it is connected to.
 */
export function requireUrl(text: string, policy: AddressPolicy): URL {
  const url = text.length <= maxLength ? URL.parse(text.trim()) : null;
  if (url === null) throw refused('Enter an https address, such as https://example.org/hooks/tracker.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('It must begin with https://.');
  if (url.username !== '' || url.password !== '') throw refused('Enter it without a login.');
  if (url.hash !== '') throw refused('Enter it without a fragment (#).');
  const port = portOf(url);
  if (!usualPorts.has(port) && (port < minOtherPort || blockedPorts.has(port)))
    throw refused(`Port ${port} belongs to another service: use 443.`);
  const host = hostOf(url);
  const problem = isIP(host) === 0 ? nameProblem(url, host, policy) : addressProblem(url, host, policy);
  if (problem !== null) throw refused(problem);
  return url;
}

const onlyHttps = 'It must begin with https://. Plain http is only for the networks in TRACKER_WEBHOOK_NETWORKS.';

/** Why this address must not be connected to for this URL; null when it may. */
export function addressProblem({ protocol }: URL, address: string, policy: AddressPolicy): string | null {
  if (!policy.isAllowed(address))
    return `${address} is not an address of the public internet. TRACKER_WEBHOOK_NETWORKS can allow it.`;
  if (protocol === 'http:' && !policy.isNamed(address)) return onlyHttps;
  return null;
}

/** Names that lead into this machine or its own network (RFC 6761, 6762, 8375, and the one reserved for private use), as does one without a dot. */
const innerName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$|^[^.]*\.?$/i;

/** Why this name cannot lead to an address that may be connected to; null when it may. */
function nameProblem(url: URL, name: string, policy: AddressPolicy): string | null {
  const isOfMachine = /(?:^|\.)localhost\.?$/i.test(name);
  const mayBeInside = isOfMachine ? ['127.0.0.1', '::1'].some((each) => policy.isNamed(each)) : policy.hasNamed;
  if (!mayBeInside && innerName.test(name))
    return `${name} is not a name of the public internet. TRACKER_WEBHOOK_NETWORKS can allow its address.`;
  return url.protocol === 'http:' && !policy.hasNamed ? onlyHttps : null;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'http:' ? 80 : 443;
}

function refused(message: string): Refusal {
  return new Refusal('invalid', {
    message: `The address of the endpoint cannot be used. ${message}`,
    fields: { url: message },
  });
}

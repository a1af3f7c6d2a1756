import { BlockList, isIP } from 'node:net';
import { Secret } from '../lib/secret.ts';
import type { Kind } from '../lib/setting-kinds.ts';

/** This server among others that share its journal. */
export interface ClusterPlace {
  readonly listen: { readonly host: string; readonly port: number };
  /** Null: made from `listen`. */
  readonly address: string | null;
  /** Null: it is alone. */
  readonly secret: Secret | null;
}

/** Shorter ones can be guessed. */
const minSecretLength = 20;

/** What nobody outside can listen to: this machine, and networks that are not routed on the internet (RFC 1918, 6598, 4193). */
const privateNetworks = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

export function isPrivate(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version !== 0 && privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** The URL of a server of the cluster. */
export const clusterAddress: Kind<string> = {
  constraint: '`https://` and a host, or `http://` and a private IP address, with a port and without a path',
  read(text) {
    const url = URL.parse(text);
    if (url === null || url.pathname !== '/' || url.search !== '' || url.username !== '') return undefined;
    const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate(url.hostname));
    return isAllowed ? url.origin : undefined;
  },
};

export const clusterSecret: Kind<Secret> = {
  constraint: `a single line of at least ${minSecretLength} characters`,
  isSecret: true,
  read: (text) => (text.length < minSecretLength || /[\0\r\n]/.test(text) ? undefined : new Secret(text)),
};

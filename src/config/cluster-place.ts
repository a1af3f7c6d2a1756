import { isPrivate } from '../lib/private-address.ts';
import { Secret } from '../lib/secret.ts';
import type { Kind } from '../lib/setting-kinds.ts';

/** This server among others that share its journal. */
export interface ClusterPlace {
  readonly listen: { readonly host: string; readonly port: number };
  /** Null: made from `listen`. */
  readonly address: string | null;
  /** Null: it is alone. */
  readonly secret: Secret | null;
  /** Certificates (PEM) by which those of the other servers are verified; null: the authorities that Node trusts. */
  readonly ca: string | null;
}

/** Shorter ones can be guessed. */
const minSecretLength = 20;

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

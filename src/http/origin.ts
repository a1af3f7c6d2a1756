import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isLoopback, isLoopbackName } from '../lib/loopback.ts';

/** Where a request comes from, as far as this can be trusted. */
export interface Origin {
  /** The client's own address; `unix:` for a peer on the server's own unix socket. */
  readonly address: string;
  /** Whether the client is on this machine and uses a loopback name: exempt from the HTTPS rule. */
  readonly isLocal: boolean;
  /** Whether every known hop used HTTPS. */
  readonly isSecure: boolean;
  /** Whether it came through the edge, and occupies one of the crew center's workers until the response is sent. */
  readonly viaEdge?: true;
  /** SHA-256 of the body as signed by the edge, hex. */
  readonly bodyDigest?: string;
  /** Public path at which a visitor of the edge sees `/tracker`; it ends with `?` where the paths are in a query. */
  readonly base?: string;
  /** Milliseconds that the host took before the edge forwarded it. */
  readonly hostMs?: number;
  /** For whom of the host's staff the edge itself asks. */
  readonly admin?: HostAdmin;
}

/** A member of the host's staff, whose session the host checked. */
export interface HostAdmin {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'staff';
}

/** A request as received, before any of it is trusted. */
export interface Peer {
  readonly method?: string;
  readonly target?: string;
  /** The nonce given to the edge on this connection. */
  readonly nonce?: string | null;
  readonly address: string;
  readonly isTls: boolean;
  readonly headers: IncomingHttpHeaders;
  /** HTTP 1.0 is used by programs that forward requests (older edges, nginx by default), not by clients. */
  readonly isHttp10?: boolean;
}

/** The signed parts of a request: its method and target as sent. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly target: string;
  readonly nonce: string | null;
}

/** What the edge reports about PHP's peer, after its signature was checked. */
export interface EdgeReport {
  readonly address: string;
  readonly isTls: boolean;
  /** Whether the crew center's own settings list this peer as a trusted proxy. */
  readonly isTrusted: boolean;
  /** Host, X-Forwarded-For and X-Forwarded-Proto as PHP received them. */
  readonly headers: IncomingHttpHeaders;
  readonly bodyDigest: string | null;
  readonly base: string | null;
  readonly hostMs: number | null;
  readonly admin: HostAdmin | null;
}

export interface OriginOptions {
  /** Addresses and networks (`10.0.0.0/8`) of proxies; `unix:` for peers on the server's unix socket. */
  readonly trustProxy: readonly string[];
  /** Returns the edge's report in these headers if its signature is valid, else null. */
  readonly readEdge: ((request: SignedRequest) => EdgeReport | null) | null;
  /** Called with the address of a peer whose forwarding headers are ignored. */
  readonly onIgnored: (address: string) => void;
}

export const forwardingHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
] as const;

/** Returns a function that determines where a request comes from. @throws RangeError for an invalid entry of `trustProxy` */
export function createOriginReader(options: OriginOptions): (peer: Peer) => Origin {
  const isProxy = createTrust(options.trustProxy);
  const directOrigin = rememberLast(originOfDirect);
  return (own) => {
    const { headers, method = 'GET', target = '/', nonce = null } = own;
    const report = options.readEdge === null ? null : options.readEdge({ headers, method, target, nonce });
    if (report === null) return notLocalIfForwarded(own, originOf(own, false));
    const { bodyDigest, base, hostMs, admin } = report;
    return {
      ...originOf(report, report.isTrusted),
      viaEdge: true,
      ...(bodyDigest !== null && { bodyDigest }),
      ...(base !== null && { base }),
      ...(hostMs !== null && { hostMs }),
      ...(admin !== null && { admin }),
    };
  };

  function originOf(peer: Peer, isTrusted: boolean): Origin {
    const { headers } = peer;
    if (!isForwarded(headers)) {
      return directOrigin(peer.address, headers.host, peer.isTls);
    }
    const address = plainAddress(peer.address);
    if (isTrusted || isProxy(address)) return originOfForwarded(peer, isProxy);
    options.onIgnored(address);
    return { address, isLocal: false, isSecure: peer.isTls };
  }
}

/** Marks a request forwarded by a program on this machine without the client's address as not local: its client is unknown. */
function notLocalIfForwarded({ headers, isHttp10 = false }: Peer, origin: Origin): Origin {
  if (!origin.isLocal) return origin;
  const isSentOn = headers['x-tracker-edge'] !== undefined || (isHttp10 && !isForwarded(headers));
  return isSentOn ? { ...origin, isLocal: false } : origin;
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name of forwardingHeaders) if (headers[name] !== undefined) return true;
  return false;
}

function originOfDirect(peer: string, host: string | undefined, isTls: boolean): Origin {
  const address = plainAddress(peer);
  return { address, isLocal: isLoopback(address) && isLoopbackName(host), isSecure: isTls };
}

/** Caches the last result, because a peer sends many requests in a row with the same host. */
function rememberLast(find: typeof originOfDirect): typeof originOfDirect {
  let last: { peer: string; host: string | undefined; isTls: boolean; origin: Origin } | null = null;
  return (peer, host, isTls) => {
    if (last === null || last.peer !== peer || last.host !== host || last.isTls !== isTls) {
      last = { peer, host, isTls, origin: find(peer, host, isTls) };
    }
    return last.origin;
  };
}

function originOfForwarded(peer: Peer, isTrusted: (address: string) => boolean): Origin {
  const { headers } = peer;
  const address = clientAddress(peer.address, listOf(headers['x-forwarded-for']), isTrusted);
  const host = listOf(headers['x-forwarded-host'])[0] ?? headers.host;
  const schemes = listOf(headers['x-forwarded-proto']);
  return {
    address,
    isLocal: isLoopback(address) && isLoopbackName(host),
    // A chain of proxies may list the scheme of each hop; all must be HTTPS.
    isSecure: schemes.length === 0 ? peer.isTls : schemes.every((scheme) => scheme.toLowerCase() === 'https'),
  };
}

/** Returns the nearest hop that is not a trusted proxy; entries behind it cannot be trusted. */
function clientAddress(peer: string, hops: readonly string[], isTrusted: (address: string) => boolean): string {
  let client = plainAddress(peer);
  for (const hop of hops.toReversed()) {
    const address = plainAddress(hop);
    if (isIP(address) === 0) return client;
    client = address;
    if (!isTrusted(address)) return client;
  }
  return client;
}

function createTrust(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const isSocketTrusted = entries.includes('unix:');
  for (const entry of entries) {
    if (entry === 'unix:') continue;
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) throw new RangeError(`trust_proxy: "${entry}" is neither an IP address nor a network`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  if (entries.length === 0) return () => false;
  return (address) => {
    const family = isIP(address);
    if (family === 0) return isSocketTrusted && address === 'unix:';
    return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Removes port, brackets and zone, and converts an IPv4-mapped IPv6 address to IPv4. */
export function plainAddress(text: string): string {
  let address = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  if (bracketed !== null) address = bracketed[1] ?? '';
  else if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'));
  const zone = address.indexOf('%');
  if (zone >= 0) address = address.slice(0, zone);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

function listOf(header: string | string[] | undefined): readonly string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { Secret } from '../lib/secret.ts';

/**
 * The edge is PHP inside the crew center that forwards requests to us. It tells what PHP sees of the visitor in one header,
 * `X-Tracker-Edge: <base64url of JSON>.<HMAC-SHA256 of that, hex>`, so that nobody else on the machine can tell it.
 */
export const edgeHeader = 'x-tracker-edge';

/** What the edge says about a request. */
export interface EdgeReport {
  /** The visitor's address as PHP sees it: the client, or a proxy in front of the web server. */
  readonly peer: string;
  readonly isHttps: boolean;
  readonly host: string;
  /** X-Forwarded-For and -Proto as the edge received them; believed only when its peer is trusted. */
  readonly forwardedFor: string | null;
  readonly forwardedProto: string | null;
  /** DOCUMENT_ROOT of the web server, null when it says none. */
  readonly documentRoot: string | null;
  readonly edgeVersion: string;
}

const dateToleranceS = 300;
/** A secret that is shorter signs nothing. */
export const shortestSecret = 8;

/**
 * The key that both sides derive from a secret that both can read already (the database password, or the application's key).
 * Null when the secret is too short to sign with.
 */
export function deriveEdgeKey(secret: Secret): Secret | null {
  const bytes = Buffer.from(secret.reveal(), 'utf8');
  if (bytes.length < shortestSecret) return null;
  return new Secret(createHmac('sha256', bytes).update('tracker-edge-1').digest('hex'));
}

/**
 * The report in this header, or null when it is not signed with `key` for this request and time. `target` is the request's
 * path with its query, as it was sent.
 */
export function readEdgeReport(
  header: string,
  request: { readonly method: string; readonly target: string },
  key: Secret,
  now: number,
): EdgeReport | null {
  const [payload, signature] = splitAtDot(header);
  const expected = createHmac('sha256', Buffer.from(key.reveal(), 'hex')).update(payload).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isSaid(said) || said.m !== request.method || said.p !== request.target) return null;
  if (Math.abs(now / 1000 - said.t) > dateToleranceS) return null;
  return {
    peer: said.peer,
    isHttps: said.https,
    host: said.host,
    forwardedFor: said.for === '' ? null : said.for,
    forwardedProto: said.proto === '' ? null : said.proto,
    documentRoot: said.root === '' ? null : said.root,
    edgeVersion: said.edge,
  };
}

function splitAtDot(header: string): readonly [string, string] {
  const dot = header.indexOf('.');
  return dot < 0 ? [header, ''] : [header.slice(0, dot), header.slice(dot + 1)];
}

interface Said {
  readonly t: number;
  readonly m: string;
  readonly p: string;
  readonly peer: string;
  readonly https: boolean;
  readonly host: string;
  readonly for: string;
  readonly proto: string;
  readonly root: string;
  readonly edge: string;
}

/** Signed with our key, so only a copy of another version could be shaped otherwise. */
function isSaid(value: unknown): value is Said {
  if (typeof value !== 'object' || value === null) return false;
  const said = value as Record<string, unknown>;
  const texts = ['m', 'p', 'peer', 'host', 'for', 'proto', 'root', 'edge'];
  return (
    typeof said.t === 'number' &&
    typeof said.https === 'boolean' &&
    texts.every((name) => typeof said[name] === 'string')
  );
}

import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../lib/secret.ts';

/**
 * The edge is PHP inside the crew center that forwards requests to the server. It reports what PHP sees of the visitor in a
 * signed header, `X-Tracker-Edge: <base64url of JSON>.<HMAC-SHA256, hex>`, which nothing else on the machine can forge. Before that the
 * server proves itself on the same connection (`edge-proof.ts`); its nonce and the digest of the body are part of the report.
 */
export const edgeHeader = 'x-tracker-edge';

/**
 * Where a key comes from: a file of random bytes that `install` made, the application's key, or, stretched, the database
 * password.
 */
export type KeyKind = 'file' | 'app' | 'password';

export interface EdgeKeys {
  /** Keys by kind; both sides use the first kind that the edge can read. */
  readonly byKind: Readonly<Partial<Record<KeyKind, Secret>>>;
  /** Of an edge of a release before the proof (1.2.0-1), accepted for one release; null where it had none. */
  readonly before: Secret | null;
}

/** A secret of fewer bytes signs nothing. */
export const minSecretBytes = { password: 8, app: 32, file: 32 } as const;
const stretchRounds = 1000;

/** Null when the secret is too short. An application's key may be written as `base64:…`, as the platform does. */
export function deriveKey(kind: KeyKind, secret: Secret): Secret | null {
  const bytes = secretBytes(kind, secret.reveal());
  if (bytes.length < minSecretBytes[kind]) return null;
  const material = kind === 'password' ? pbkdf2Sync(bytes, 'tracker-edge-2', stretchRounds, 32, 'sha256') : bytes;
  return new Secret(createHmac('sha256', material).update('tracker-edge-2').digest('hex'));
}

function secretBytes(kind: KeyKind, text: string): Buffer {
  if (kind === 'file') return Buffer.from(text, 'hex');
  if (kind === 'app' && text.startsWith('base64:')) return Buffer.from(text.slice(7), 'base64');
  return Buffer.from(text, 'utf8');
}

/** The key of an edge before the proof: any secret of eight characters, unchanged. */
export function deriveKeyBefore(secret: Secret): Secret | null {
  const bytes = Buffer.from(secret.reveal(), 'utf8');
  if (bytes.length < 8) return null;
  return new Secret(createHmac('sha256', bytes).update('tracker-edge-1').digest('hex'));
}

/** `purpose` keeps a text that was signed for one thing from being used for another. */
export function sign(
  key: Secret,
  purpose: 'report' | 'proof' | 'identity' | 'check' | 'direct' | 'call',
  text: string,
): string {
  return createHmac('sha256', Buffer.from(key.reveal(), 'hex')).update(`${purpose}\n${text}`).digest('hex');
}

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
  /** SHA-256 of the body as it is sent, hex; null from an edge of before. */
  readonly bodyDigest: string | null;
  /**
   * Public path at which the visitor sees `/tracker`, without a slash at its end: `/crew/acars/tracker.php`, or `/acars/tracker.php?`
   * where all paths stand in its query. Null for the calls of clients.
   */
  readonly base: string | null;
  /** Milliseconds from the arrival of the request at the host until it was forwarded; null when it is not said. */
  readonly hostMs: number | null;
  /** Who is signed in to the host's administration and for whom the edge itself asks. Never said of a visitor's request. */
  readonly admin: EdgeAdmin | null;
}

/** A member of the host's staff, as the host knows them. */
export interface EdgeAdmin {
  readonly id: string;
  readonly name: string;
  /** `admin` may do everything in the host; `staff` may see its administration. */
  readonly role: 'admin' | 'staff';
}

/** One request as it reached the server. */
export interface SignedRequest {
  readonly method: string;
  /** Path with query, as sent. */
  readonly target: string;
  /** That the server gave on this connection, once; null when it gave none. */
  readonly nonce: string | null;
}

const dateToleranceS = 300;
export const emptyDigest = createHash('sha256').digest('hex');

/** The report in this header, or null when none of our keys signed it for this request, connection and time. */
export function readEdgeReport(header: string, request: SignedRequest, keys: EdgeKeys, now: number): EdgeReport | null {
  const [payload, signature] = splitAtDot(header);
  const said = parse(payload);
  if (said === null || said.m !== request.method || said.p !== request.target) return null;
  if (Math.abs(now / 1000 - said.t) > dateToleranceS) return null;
  const isSigned = said.n === undefined ? isSignedBefore(keys, payload, signature) : isSignedNow(keys, said, header);
  if (!isSigned || (said.n !== undefined && said.n !== request.nonce)) return null;
  return {
    peer: said.peer,
    isHttps: said.https,
    host: said.host,
    forwardedFor: said.for === '' ? null : said.for,
    forwardedProto: said.proto === '' ? null : said.proto,
    documentRoot: said.root === '' ? null : said.root,
    edgeVersion: said.edge,
    bodyDigest: said.d ?? null,
    ...readPlace(said),
  };
}

/** Segments that no browser takes for another host or another folder, and a question mark where the paths are in the query. */
const basePattern = /^(?:\/(?!\.{1,2}(?:[/?]|$))[\w.~%-]+)+\??$/;
const maxBaseLength = 200;

/** Of an edge of before, whose report is not bound to its connection, none of this is believed. */
function readPlace({ n, base, ms, admin }: Said): Pick<EdgeReport, 'base' | 'hostMs' | 'admin'> {
  if (n === undefined) return { base: null, hostMs: null, admin: null };
  const isBase = typeof base === 'string' && base.length <= maxBaseLength && basePattern.test(base);
  const isTime = typeof ms === 'number' && Number.isFinite(ms) && ms >= 0;
  return { base: isBase ? base : null, hostMs: isTime ? ms : null, admin: readAdmin(admin) };
}

function readAdmin(value: unknown): EdgeAdmin | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, role } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || (role !== 'admin' && role !== 'staff')) return null;
  return { id, name, role };
}

function isSignedNow({ byKind }: EdgeKeys, said: Said, header: string): boolean {
  const [payload, signature] = splitAtDot(header);
  const key = byKind[said.k ?? 'file'];
  return key !== undefined && said.d !== undefined && isSame(signature, sign(key, 'report', payload));
}

function isSignedBefore({ before }: EdgeKeys, payload: string, signature: string): boolean {
  if (before === null) return false;
  return isSame(signature, createHmac('sha256', Buffer.from(before.reveal(), 'hex')).update(payload).digest('hex'));
}

/** Both in hex; in constant time. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given, 'hex'), Buffer.from(expected, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
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
  /** The server's nonce, the kind of key, the digest of the body: together, or (an edge of before) not at all. */
  readonly n?: string;
  readonly k?: KeyKind;
  readonly d?: string;
  /** Read after the signature was checked. */
  readonly base?: unknown;
  readonly ms?: unknown;
  readonly admin?: unknown;
}

/** Read before its signature is known to be right: whatever a stranger sends gives null. */
function parse(payload: string): Said | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isSaid(value) ? value : null;
  } catch {
    return null;
  }
}

function isSaid(value: unknown): value is Said {
  if (typeof value !== 'object' || value === null) return false;
  const said = value as Record<string, unknown>;
  const texts = ['m', 'p', 'peer', 'host', 'for', 'proto', 'root', 'edge'];
  const isNew = ['n', 'k', 'd'].every((name) => typeof said[name] === 'string');
  return (
    typeof said.t === 'number' &&
    typeof said.https === 'boolean' &&
    texts.every((name) => typeof said[name] === 'string') &&
    (isNew || ['n', 'k', 'd'].every((name) => said[name] === undefined))
  );
}

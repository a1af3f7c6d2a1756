/** A request line with its headers, as plain as nearly all clients write them. */
export interface RequestHead {
  readonly method: string;
  /** The path, and a query if there is one. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body that follows. */
  readonly bodyBytes: number;
}

const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const length = /^\d{1,9}$/;
/** They say how long the message is, or that the connection becomes another. */
const framing = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'http2-settings',
  'proxy-connection',
]);
/** For each character of Latin 1, whether a header's name may have it. */
const isOfName = Array.from({ length: 256 }, (_, code) => /[0-9A-Za-z!#$%&'*+.^_`|~-]/.test(String.fromCharCode(code)));
const [space, tilde] = [0x20, 0x7e];

/**
 * Reads the head of a request, without the empty line at its end. Returns null for everything that two readers might
 * understand differently: a header given twice, folded lines, a length in other words, characters beyond ASCII, a tab. What it
 * accepts ends where any reader of HTTP sees its end. It looks at each character once: the head of a position changes with
 * every request (its length), and expressions for its lines cost more than the position itself.
 *
 * @param text - Latin 1
 */
export function readHead(text: string): RequestHead | null {
  const firstEnd = text.indexOf('\r\n');
  const request = requestLine.exec(firstEnd < 0 ? text : text.slice(0, firstEnd));
  if (request === null) return null;
  // Of the same shape for all who write the same headers, and so small.
  const headers: Record<string, string> = {};
  for (let end = firstEnd; end >= 0 && end < text.length; ) {
    const start = end + 2;
    const next = text.indexOf('\r\n', start);
    end = next < 0 ? text.length : next;
    if (!readLine(text, start, end, headers)) return null;
  }
  const { host, connection = 'keep-alive', 'content-length': bodyBytes = '0' } = headers;
  if (host === undefined || connection.toLowerCase() !== 'keep-alive' || !length.test(bodyBytes)) return null;
  return { method: request[1] ?? '', target: request[2] ?? '', headers, bodyBytes: Number(bodyBytes) };
}

/** Adds the header of this line. Returns false for one that is not plain. */
function readLine(text: string, start: number, end: number, headers: Record<string, string>): boolean {
  let colon = start;
  while (colon < end && isOfName[text.charCodeAt(colon)] === true) colon += 1;
  if (colon === start || text[colon] !== ':') return false;
  for (let at = colon + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space || code > tilde) return false;
  }
  const key = text.slice(start, colon).toLowerCase();
  // Given twice, or a name that every object has.
  if (key === '__proto__' || headers[key] !== undefined || framing.has(key)) return false;
  headers[key] = text.slice(colon + 1, end).trim();
  return true;
}

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
const headerLine = /^([0-9A-Za-z!#$%&'*+.^_`|~-]+):([\x20-\x7e]*)$/;
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

/**
 * Reads the head of a request, without the empty line at its end. Returns null for everything that two readers might
 * understand differently: a header given twice, folded lines, a length in other words, characters beyond ASCII, a tab. What it
 * accepts ends where any reader of HTTP sees its end.
 */
export function readHead(text: string): RequestHead | null {
  const [first = '', ...lines] = text.split('\r\n');
  const request = requestLine.exec(first);
  if (request === null) return null;
  // Of the same shape for all who write the same headers, and so small.
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === '' || key === '__proto__' || Object.hasOwn(headers, key) || framing.has(key)) return null;
    headers[key] = value.trim();
  }
  const { host, connection = 'keep-alive', 'content-length': bodyBytes = '0' } = headers;
  if (host === undefined || connection.toLowerCase() !== 'keep-alive' || !length.test(bodyBytes)) return null;
  return { method: request[1] ?? '', target: request[2] ?? '', headers, bodyBytes: Number(bodyBytes) };
}

import type { Choices } from './choices.ts';

/** Bytes of a connection of their own, whose requests are not what they should be. */
export interface Shape {
  readonly name: string;
  readonly bytes: Buffer;
  /** More answers than that are to a request that nobody sent. */
  readonly maxAnswers: number;
}

/** What is hidden in another request: whoever answers it has been deceived. */
const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const host = 'Host: localhost\r\n';

type Draw = (path: string, choices: Choices) => string;
const post =
  (headers: string, rest: string): Draw =>
  (path) =>
    `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}\r\n${rest}`;
const get =
  (line: (path: string) => string, headers = host): Draw =>
  (path) =>
    `${line(path)}\r\n${headers}\r\n`;
const simple = (path: string) => `GET ${path} HTTP/1.1`;

const shapes: Readonly<Record<string, Draw>> = {
  'CL and TE': post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
  'TE and CL': post(`Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length + 5}\r\n`, `0\r\n\r\n${hidden}`),
  'two lengths': post(`Content-Length: 2\r\nContent-Length: ${hidden.length + 2}\r\n`, `{}${hidden}`),
  'a list of lengths': post(`Content-Length: 2, ${hidden.length + 2}\r\n`, `{}${hidden}`),
  'a length with a sign': post('Content-Length: +2\r\n', `{}${hidden}`),
  'a negative length': post('Content-Length: -2\r\n', `{}${hidden}`),
  'a length in hexadecimal': post('Content-Length: 0x2\r\n', `{}${hidden}`),
  'a length of 400 digits': post(`Content-Length: ${'9'.repeat(400)}\r\n`, `{}${hidden}`),
  'a coding that is none': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`),
  'a coding before a space': post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`),
  'two codings': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`),
  'a coding twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n', `0\r\n\r\n${hidden}`),
  'a folded coding': post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${hidden}`),
  'a tab before the coding': post('Transfer-Encoding:\tchunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${hidden}`),
  'a chunk without an end': post('Transfer-Encoding: chunked\r\n', `2\r\n{}${hidden}`),
  'a chunk of a bare LF': post('Transfer-Encoding: chunked\r\n', `2\n{}\n0\n\n${hidden}`),
  'a chunk with a sign': post('Transfer-Encoding: chunked\r\n', `-2\r\n{}\r\n0\r\n\r\n${hidden}`),
  'a huge chunk': post('Transfer-Encoding: chunked\r\n', `FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n${hidden}`),
  'a long extension of a chunk': post('Transfer-Encoding: chunked\r\n', `2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`),
  'an end of chunks with headers': post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\nX-API-Key: x\r\n\r\n'),
  'a body of GET': (path) => `GET ${path} HTTP/1.1\r\n${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a body that ends early': post('Content-Length: 900\r\n', '{"a":'),
  'chunks that end early': post('Transfer-Encoding: chunked\r\n', 'ff\r\n{"a":'),
  'a folded header': get(simple, `${host}X-Fold: a\r\n ${hidden.slice(0, 20)}\r\n`),
  'a fold at first': get(simple, ` X-Fold: a\r\n${host}`),
  'bare LF': (path) => `GET ${path} HTTP/1.1\n${host.trim()}\n\n`,
  'bare CR': (path) => `GET ${path} HTTP/1.1\r${host.trim()}\r\r`,
  'a CR in a header': get(simple, `${host}X-Return: a\rX-Planted: 1\r\n`),
  'a NUL in a header': get(simple, `${host}X-Nul: a\0b\r\n`),
  'a name with a space': get(simple, `${host}X Name: a\r\n`),
  'no name': get(simple, `${host}: a\r\n`),
  'a name of high bytes': get(simple, `${host}\xff\xfe: a\r\n`),
  'high bytes in a header': get(simple, `${host}X-High: \xff\xfe\x80\r\nX-Request-Id: \xc3\x28\r\n`),
  'two hosts': get(simple, `${host}Host: elsewhere.example\r\n`),
  'no host': get(simple, ''),
  'a strange host': get(simple, 'Host: a b"<planted>\r\n'),
  'a host of a port': get(simple, 'Host: :99999\r\n'),
  'absolute form': get((path) => `GET http://elsewhere.example${path} HTTP/1.1`),
  'absolute form of another scheme': get((path) => `GET gopher://elsewhere.example${path} HTTP/1.1`),
  'a path with two slashes first': get((path) => `GET //elsewhere.example${path} HTTP/1.1`),
  'authority form': get(() => 'CONNECT elsewhere.example:443 HTTP/1.1'),
  'asterisk form': get(() => 'OPTIONS * HTTP/1.1'),
  'no slash': get((path) => `GET ${path.slice(1)} HTTP/1.1`),
  'a space in the address': get((path) => `GET ${path} x HTTP/1.1`),
  'a tab in the address': get((path) => `GET\t${path}\tHTTP/1.1`),
  'high bytes in the address': get((path) => `GET ${path}\xff\xc0\xaf HTTP/1.1`),
  'a fragment': get((path) => `GET ${path}#${path} HTTP/1.1`),
  'a backslash': get((path) => `GET ${path.replaceAll('/', '\\')} HTTP/1.1`),
  'a long address': get((path) => `GET ${path}?${'x'.repeat(100_000)} HTTP/1.1`),
  'a long header': get(simple, `${host}X-Long: ${'x'.repeat(100_000)}\r\n`),
  'many headers': get(simple, `${host}${Array.from({ length: 3_000 }, (_, at) => `X-${at}: 1\r\n`).join('')}`),
  'HTTP/0.9': (path) => `GET ${path}\r\n`,
  'HTTP/1.0': (path) => `GET ${path} HTTP/1.0\r\n\r\n`,
  'HTTP/1.0 with chunks': (path) => `POST ${path} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'HTTP/9.9': get((path) => `GET ${path} HTTP/9.9`),
  'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  'a method in small letters': get((path) => `get ${path} HTTP/1.1`),
  'a method that nobody knows': get((path) => `BREW ${path} HTTP/1.1`),
  'an upgrade': get(simple, `${host}Connection: Upgrade\r\nUpgrade: websocket\r\n`),
  'an upgrade to HTTP/2': get(
    simple,
    `${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n`,
  ),
  'an expectation': post('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}'),
  'a strange expectation': post('Expect: the unexpected\r\nContent-Length: 2\r\n', '{}'),
  'a hop that takes headers away': get(simple, `${host}Connection: close, Host, X-Forwarded-For, Authorization\r\n`),
  TLS: () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'another protocol': () => 'SSH-2.0-OpenSSH_9.6\r\n',
  'an empty line first': (path) => `\r\n\r\nGET ${path} HTTP/1.1\r\n${host}\r\n`,
  'bytes of chance': (_path, choices) => String.fromCharCode(...Array.from({ length: 200 }, () => choices.below(256))),
};

const names = Object.keys(shapes);
const piped = 30;

export function brokenFraming(choices: Choices, path: string): Shape {
  if (choices.happens(0.03)) {
    const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\n${host}\r\n`.repeat(piped), 'latin1');
    return { name: 'many requests at once', bytes, maxAnswers: piped };
  }
  const name = choices.of(names);
  return { name, bytes: Buffer.from(shapes[name]?.(path, choices) ?? '', 'latin1'), maxAnswers: 1 };
}

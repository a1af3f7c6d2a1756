import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readHead } from './request-head.ts';

describe('the head of a request', () => {
  const name = fc.constantFrom(
    'Host',
    'host',
    'Content-Length',
    'Transfer-Encoding',
    'X-A',
    'X-A ',
    'Connection',
    'X\tB',
    'Expect',
    '',
  );
  const value = fc.constantFrom(
    'a',
    ' a',
    '5',
    '05',
    '+5',
    '5, 5',
    '0x5',
    'chunked',
    'keep-alive',
    'close',
    'a\tb',
    'ü',
    '',
    '\x00',
    '100-continue',
  );
  const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r\n ', '\r\n\t');
  const start = fc.constantFrom(
    'POST /p HTTP/1.1',
    'POST /p HTTP/1.0',
    'POST  /p HTTP/1.1',
    'GET http://a/p HTTP/1.1',
    'GET /p HTTP/1.1',
    'post /p HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'GET /p',
  );
  const line = fc.tuple(name, fc.constantFrom(':', ': ', ' :', ''), value, lineEnd).map((parts) => parts.join(''));
  const usual = fc.constantFrom(
    'Host: a\r\n',
    'Content-Length: 5\r\n',
    'X-B: c\r\n',
    'Content-Type: application/json\r\n',
  );
  const message = fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: fc.constant('POST /p HTTP/1.1') }, start),
      fc.oneof({ weight: 9, arbitrary: fc.constant('\r\n') }, lineEnd),
      fc.array(fc.oneof({ weight: 12, arbitrary: usual }, line), { maxLength: 5 }),
    )
    .map(([request, end, lines]) => `${request}${end}${lines.join('')}\r\nhello`);

  it('that is read as plain is read the same by Node, and the body ends where it does', async () => {
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(message, async (text) => {
        const end = text.indexOf('\r\n\r\n');
        const head = end < 0 ? null : readHead(text.slice(0, end));
        if (head === null || end + 4 + head.bodyBytes !== text.length) return;
        plain += 1;
        assert.deepEqual(await readByNode(text), [
          {
            method: head.method,
            url: head.target,
            headers: { ...head.headers },
            body: text.slice(end + 4),
            isComplete: true,
          },
        ]);
      }),
      { numRuns: 4_000 },
    );
    assert.ok(plain > 100, `only ${plain} were plain`);
  });

  it('may have in names and values the characters that HTTP allows, of these only ASCII and no tab', () => {
    for (let code = 0; code < 256; code += 1) {
      const character = String.fromCharCode(code);
      const isNamed =
        readHead(`GET / HTTP/1.1\r\nHost: a\r\nX${character}Y: b`)?.headers[`x${character}y`.toLowerCase()] === 'b';
      assert.equal(isNamed, /[0-9A-Za-z!#$%&'*+.^_`|~-]/.test(character), `${code} in a name`);
      const isSaid = readHead(`GET / HTTP/1.1\r\nHost: a\r\nX: b${character}c`)?.headers.x === `b${character}c`;
      assert.equal(isSaid, /[\x20-\x7e]/.test(character), `${code} in a value`);
    }
  });

  it('has each header once, and none that frames it otherwise', () => {
    const cases: readonly (readonly [string, boolean])[] = [
      ['Host: a', true],
      ['Host: a\r\n', false],
      ['Host: a\r\nX: 1\r\nx: 2', false],
      ['Host: a\r\nX: 1\r\n y: 2', false],
      ['Host: a\r\nX', false],
      ['Host: a\r\n: 1', false],
      ['X: a', false],
      ['Host: a\r\n__proto__: 1', false],
      ['Host: a\r\nTE: gzip', false],
      ['Host: a\r\nX:\r\nY:  1 ', true],
    ];
    for (const [lines, isPlain] of cases) assert.equal(readHead(`GET / HTTP/1.1\r\n${lines}`) !== null, isPlain, lines);
    assert.equal(readHead('GET / HTTP/1.1'), null);
  });
});

/** The requests that Node finds in this text. */
async function readByNode(text: string) {
  const found: unknown[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, url, headers, complete: isComplete } = request;
      found.push({ method, url, headers, body, isComplete });
      response.end();
    });
  });
  const [ours, theirs] = duplexPair();
  server.emit('connection', theirs);
  ours.write(text, 'latin1');
  ours.resume();
  ours.end();
  await once(ours, 'end');
  return found;
}

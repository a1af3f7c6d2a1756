import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../test/until.ts';
import { World } from '../../test/world.ts';
import { listenOnSocket } from '../http/listen.ts';
import { maxPathLength } from '../http/path-length.ts';

/** A path of this length below one of ours. */
const pathOf = (length: number, base = '/tracker/flights/') => base.padEnd(length, 'a/');

test('a path that is too long is refused with 414, on every listener and by every way, before anything reads it', async () => {
  await using world = await World.with({
    isServed: true,
    config: { listen: { kind: 'tcp', host: '127.0.0.1', port: 0 } },
  });
  const { http, url } = world.server;
  const path = join(world.directory, 'second.sock');
  await using _second = await listenOnSocket(http.fastify, path);
  const head = 'HTTP/1.1\r\nHost: localhost\r\n';
  const report = `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  const requests: readonly (readonly [string, string])[] = [
    [`GET ${pathOf(maxPathLength)} ${head}\r\n`, '404'],
    [`GET /tracker/?${'a'.repeat(4_000)} ${head}\r\n`, '200'],
    [`GET ${pathOf(maxPathLength + 1)} ${head}\r\n`, '414'],
    [`GET ${'/'.repeat(12_000)} ${head}\r\n`, '414'],
    [`GET /nowhere/${'a/'.repeat(6_000)} ${head}Accept: text/html\r\n\r\n`, '414'],
    [`GET /api/tracker/smartcars?${pathOf(maxPathLength + 1, '/flights/')} ${head}\r\n`, '414'],
    [`POST ${pathOf(maxPathLength, '/api/tracker/position/')} ${report}`, '404'],
    [`POST ${pathOf(maxPathLength + 1, '/api/tracker/position/')} ${report}`, '414'],
    [`POST ${pathOf(9_000, '/api/pireps/')}/acars/position ${report}`, '414'],
  ];
  for (const target of [{ port: Number(new URL(url).port), host: '127.0.0.1' }, { path }]) {
    const socket = connect(target);
    await once(socket, 'connect');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    for (const [request, status] of requests) {
      received = '';
      socket.write(request);
      await until(() => received.startsWith('HTTP/1.1 ') && received.includes('\r\n\r\n'));
      assert.equal(received.slice(9, 12), status, `${request.slice(0, 60)} of ${request.length} characters`);
      if (status === '414') assert.match(received, /path-too-long|more than 2048 characters/);
      assert.ok(received.length < 200_000, 'no page whose links are as long as its path');
      await until(() => /\r\n0\r\n\r\n$|\r\n\r\n[\s\S]+$/.test(received));
    }
    socket.destroy();
  }
});

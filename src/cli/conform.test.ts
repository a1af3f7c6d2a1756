import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { run } from '../../test/command-line.ts';

// Which arguments `tracker conform` takes, and what it says of servers that are none. The checks are tried in test/conform.

const pilot = ['--login', 'DMO0001', '--password', 'demo'];

test('wrong arguments are explained', async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['http://127.0.0.1:9'], /--login VMS0001 with --password-file FILE, or --api-key-file FILE/],
    [['http://127.0.0.1:9', '--contract', 'none', ...pilot], /--contract must be one of .*phpvms7-core/],
    [['http://127.0.0.1:9', '--known-faults', 'none', ...pilot], /--known-faults must be phpvms-7\.0\.10/],
    [pilot, /Give one base URL/],
  ];
  for (const [words, message] of cases) {
    const { code, err } = await run(['conform', ...words]);
    assert.deepEqual([code, message.test(err)], [2, true], err);
  }
});

test('a server that is not there, and one that has no contract, end with 3', async () => {
  assert.equal((await run(['conform', 'http://127.0.0.1:9', ...pilot])).code, 3);
  const server = createServer((_request, response) => response.end('{"hello":"world"}'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    const { code, err } = await run([
      'conform',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...pilot,
    ]);
    assert.deepEqual([code, /No contract was checked/.test(err)], [3, true], err);
  } finally {
    server.close();
  }
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import { askServer, controlPath, openControl } from './control-socket.ts';

const newPath = () => controlPath(mkdtempSync(join(tmpdir(), 'tracker-control-')));
const noErrors = (error: unknown) => {
  throw error;
};

test('a command asks the running server; only the owner can', async () => {
  const path = newPath();
  await using _control = await openControl(
    path,
    { sum: async (args) => (args as number[]).reduce((a, b) => a + b, 0) },
    noErrors,
  );
  assert.deepEqual(await askServer(path, 'sum', [1, 2, 3]), { result: 6 });
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a refusal of the server is a refusal here', async () => {
  const path = newPath();
  const refuse = async () => {
    throw new Refusal('flight-not-found', { message: 'You have no such flight.' });
  };
  await using _control = await openControl(path, { refuse }, noErrors);
  await assert.rejects(askServer(path, 'refuse', []), (error) => isRefusal(error, 'flight-not-found'));
  await assert.rejects(askServer(path, 'constructor', []), (error) => isRefusal(error, 'not-found'));
});

test('a bug says nothing, and is told to the log', async () => {
  const path = newPath();
  const errors: unknown[] = [];
  const fail = async () => {
    throw new Error('secret detail');
  };
  await using _control = await openControl(path, { fail }, (error) => errors.push(error));
  await assert.rejects(askServer(path, 'fail', []), /internal error/);
  assert.equal(errors.length, 1);
});

test('without a server there is null, also where a dead socket file lies', async () => {
  const path = newPath();
  assert.equal(await askServer(path, 'sum', []), null);
  await (await openControl(path, {}, noErrors))[Symbol.asyncDispose]();
  writeFileSync(path, '');
  assert.equal(await askServer(path, 'sum', []), null);
});

test('a question that never ends is read no further, and others are answered', async () => {
  const path = newPath();
  await using _control = await openControl(path, { sum: async () => 1 }, noErrors);
  const socket = connect(path);
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const part = 'x'.repeat(64 * 1024);
  for (let sent = 0; sent < 32; sent++) socket.write(part);
  await closed.catch(() => undefined);
  assert.equal(socket.destroyed, true);
  assert.deepEqual(await askServer(path, 'sum', []), { result: 1 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './log.ts';
import { Secret } from './secret.ts';

function logOf(...given: readonly [object, string]): string {
  const lines: string[] = [];
  createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } }).error(...given);
  assert.equal(lines.length, 1);
  return lines[0] ?? '';
}

const secrets: readonly [string, object, string][] = [
  ['a member', { body: { password: 'hunter2', api_key: 'hunter2', token: 'hunter2' } }, ''],
  ['a Secret', { login: new Secret('hunter2') }, ''],
  ['a message', {}, 'asked /login?password=hunter2&x=1'],
  ['a header', { headers: { authorization: 'Bearer hunter2', 'x-tracker-token': 'hunter2' } }, ''],
  ['an error', { err: new Error('sent {"password":"hunter2"} with Bearer hunter2') }, ''],
  ['a text with quotes', { password: 'a"hunter2' }, ''],
];
for (const [what, object, message] of secrets) {
  test(`a secret in ${what} does not reach the log`, () => {
    assert.doesNotMatch(logOf(object, message), /hunter2/);
  });
}

test('a masked line is still JSON, and what is no secret stays', () => {
  const line = JSON.parse(logOf({ err: new Error('{"token":"a\\"b"}'), pilot: 'VMS0002' }, 'said token=abc'));
  assert.equal(line.pilot, 'VMS0002');
  assert.equal(line.level, 'error');
  assert.equal(line.msg, 'said token=[secret]');
  assert.match(line.err.stack, /log\.test\.ts/);
});

const steering = '\u001b[2J\u009b31m';

test('what a client sent cannot steer the terminal that shows the log', () => {
  const line = logOf({ phase: steering }, `phase ${steering}`);
  assert.doesNotMatch(line.trimEnd(), /\p{Cc}/u);
  assert.deepEqual(JSON.parse(line).phase, steering);
});

test('on a terminal a line is made to be read, and as safe', () => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    isReadable: true,
    destination: { write: (line) => void lines.push(line) },
  });
  log.info({ url: 'http://127.0.0.1:1', tries: 3 }, 'ready');
  log.warn(`phase ${steering}\nforged`);
  log.error({ err: new Error(`token=hunter2 ${steering}`) }, 'an error of our own');
  assert.match(lines[0] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ info {2}ready url=http:\/\/127\.0\.0\.1:1 tries=3\n$/);
  assert.match(lines[1] ?? '', /Z warn {2}phase \\u001b\[2J\\u009b31m\\u000aforged\n$/);
  assert.match(
    lines[2] ?? '',
    /Z error an error of our own\n {2}Error: token=\[secret\] \\u001b.*\n {2} +at .*log\.test\.ts/,
  );
});

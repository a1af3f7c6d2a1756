import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { type Answer, AnswerReader } from '../prove/fuzz/answer-reader.ts';
import { Choices } from '../prove/fuzz/choices.ts';
import { hasGrown } from '../prove/fuzz/growth.ts';
import { judge } from '../prove/fuzz/judge.ts';
import { Lane, sendAlone } from '../prove/fuzz/lane.ts';
import type { Attack } from '../prove/fuzz/requests.ts';
import { turnsOf } from '../prove/fuzz/turns.ts';

const answerOf = (status: number, type: string, text: string, headers = ''): Answer => ({
  status,
  head: `HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\n${headers}`,
  body: Buffer.from(text),
  isStream: false,
  isLast: false,
});
const json = 'application/json; charset=utf-8';
const folders = ['/srv/tracker/data'];

test('the judge of the fuzzer lets pass what is as it must be', () => {
  const fine = [
    answerOf(200, json, '{"success":true}'),
    answerOf(404, json, '{"message":"There is no call at this path. Check the base URL and the path."}'),
    answerOf(503, json, '{}', 'Retry-After: 5\r\n'),
    answerOf(501, json, '{}'),
    answerOf(200, 'text/html; charset=utf-8', 'Select a flight from the list. &lt;planted&gt;'),
  ];
  for (const answer of fine) assert.deepEqual(judge(answer, folders), [], answer.body.toString());
});

test('and nothing else', () => {
  const broken = [
    answerOf(500, json, '{}'),
    answerOf(503, json, '{}'),
    answerOf(400, json, JSON.stringify({ message: new Error('x').stack })),
    answerOf(400, 'text/plain', '  at readFile (/x/y.ts:3:4)'),
    answerOf(400, json, '{"message":"ENOENT: no such file"}'),
    answerOf(400, json, '{"message":"no such table: users"}'),
    answerOf(400, json, '{"message":"UNIQUE constraint failed: users.email"}'),
    answerOf(404, json, '{"message":"/srv/tracker/data/x"}'),
    answerOf(200, json, '{"a":[object Object]}'),
    answerOf(200, json, '{'),
    answerOf(200, 'text/html', '<p><planted>'),
    answerOf(302, 'text/plain', '', 'X-Planted: 1\r\n'),
  ];
  for (const answer of broken) assert.notEqual(judge(answer, folders).length, 0, answer.body.toString());
});

test('answers are read one by one, however their bytes arrive', () => {
  const bytes = Buffer.from(
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}' +
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n',
  );
  const reader = new AnswerReader();
  const read: string[] = [];
  for (const byte of bytes) {
    reader.add(Buffer.from([byte]));
    const answer = reader.next('GET', false);
    if (answer !== null) read.push(`${answer.status} ${answer.body}`);
  }
  assert.deepEqual(read, ['200 {}', '200 abc', '304 ']);
  assert.equal(reader.hasMore, false);
});

test('a server that hangs, closes, answers twice or says no HTTP is seen to do so', async () => {
  const says: readonly string[] = ['', 'HTTP/1.1 204 X\r\n\r\n'.repeat(2), 'hello'];
  for (const [index, text] of says.entries()) {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.unref().on('error', () => {});
      socket.on('data', () => text !== '' && socket.end(text));
    });
    server.unref().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const attack: Attack = { kind: 'framing', method: 'GET', route: 'GET /', bytes: Buffer.from('x'), maxAnswers: 1 };
    const kinds = (await sendAlone(port, attack, 100)).map(({ kind }) => kind);
    using lane = new Lane(port, 100);
    const inTurn = (await lane.send([attack, attack])).map(({ kind }) => kind);
    const expected = [
      [['hang'], ['hang', 'closed']],
      [
        ['answer', 'answer'],
        ['answer', 'answer'],
      ],
      [['noise'], ['noise', 'closed']],
    ];
    assert.deepEqual([kinds, inTurn], expected[index], text);
    server.close();
  }
});

test('growth is seen, and the same choices are made from the same seed', () => {
  const before = { rss: 300 << 20, heap: 80 << 20 };
  assert.equal(hasGrown(before, { rss: 320 << 20, heap: 82 << 20 }), false);
  assert.equal(hasGrown(before, { ...before, heap: 110 << 20 }), true);
  assert.equal(hasGrown(before, { ...before, rss: 500 << 20 }), true);
  const draw = (seed: string) => {
    const choices = new Choices(seed);
    return Array.from({ length: 50 }, () => choices.below(100)).join();
  };
  assert.equal(draw('1/7/5'), draw('1/7/5'));
  assert.notEqual(draw('1/7/5'), draw('1/7/6'));
});

test('every door has a turn before any has a second, and costly ones have the fewest', () => {
  const door = (url: string, caller: 'session' | 'operator') => ({
    method: 'GET',
    url,
    caller,
    body: null,
    query: null,
  });
  const doors = [
    door('/api/tracker/position', 'session'),
    door('/api/airports', 'session'),
    door('/tracker/operator/', 'operator'),
    door('/tracker/operator/sign-in', 'operator'),
  ];
  const turns = turnsOf(doors);
  assert.deepEqual(turns.slice(0, doors.length), doors);
  const counts = doors.map((each) => turns.filter((turn) => turn === each).length);
  assert.deepEqual(counts, [12, 1, 4, 1]);
});

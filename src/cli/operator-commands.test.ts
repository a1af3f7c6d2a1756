import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as SocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { configOf, tracker } from '../../test/command-line.ts';
import { openJournal } from '../journal/open.ts';
import { systemClock } from '../lib/clock.ts';
import { seedDemo } from '../platform/embedded/demo.ts';
import { openServer } from '../server/app.ts';
import { controlPath } from '../server/control-socket.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-operator-'));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
const newData = () => join(folder, String(++count));
const existingData = async () => {
  const data = newData();
  assert.equal((await tracker(data, 'migrate')).code, 0);
  return data;
};

const cases: readonly (readonly [words: string, code: number, text: RegExp])[] = [
  ['flights', 0, /no flights in progress/],
  ['flights list --all', 0, /There are no flights yet/],
  ['flights list --json', 0, /^\[\]$/],
  ['flights list more', 2, /takes no arguments/],
  ['flights list --bogus', 2, /--bogus/],
  ['flights bogus', 2, /needs one of: list, show, release, finish, cancel/],
  ['flights bogus one', 2, /needs one of/],
  ['flights show', 2, /takes FLIGHT/],
  ['flights show one two', 2, /takes FLIGHT/],
  ['flights show nobody', 1, /There is no flight nobody/],
  ['flights release nobody', 2, /--reason/],
  ['flights release nobody --reason x', 1, /There is no flight nobody/],
  ['flights cancel nobody --reason x', 1, /There is no flight nobody/],
  ['flights finish nobody', 1, /There is no flight nobody/],
  ['cluster status', 1, /This server is alone: its journal is a file/],
  ['cluster', 1, /This server is alone/],
  ['outbox', 0, /Nothing is waiting/],
  ['outbox list --json', 0, /^\[\]$/],
  ['outbox bogus', 2, /needs one of: list, retry, set-aside/],
  ['outbox retry', 2, /takes FLIGHT/],
  ['outbox retry nobody', 1, /There is no flight nobody/],
  ['outbox set-aside nobody', 1, /There is no flight nobody/],
  ['sessions', 0, /Nobody is signed in/],
  ['sessions bogus', 2, /needs one of: list, end/],
  ['sessions end', 2, /Give a pilot/],
  ['sessions end one --all', 2, /Give a pilot/],
  ['sessions end nobody', 1, /nobody is not signed in/],
  ['sessions end --all --json', 0, /^\{"ended":0\}$/],
  ['rules', 0, /No rules are saved: nothing is judged/],
  ['rules show 1', 1, /There is no rule set 1/],
  ['rules show one', 2, /not the number of a rule set/],
  ['rules use 1', 1, /There is no rule set 1/],
  ['rules try 1', 1, /There is no rule set 1/],
  ['rules try 1 --since yesterday', 2, /--since is a day/],
  ['rules trials', 0, /No set was tried yet/],
  ['rules trials --json', 0, /^\[\]$/],
  ['rules trial nobody', 1, /There is no trial nobody/],
  ['rules apply nobody', 1, /There is no trial nobody/],
  ['rules stop nobody', 1, /There is no trial nobody/],
  ['rules use none', 0, /No rules are in force/],
  ['rules save nowhere.json', 1, /cannot be read as JSON/],
  ['rules examples', 0, /^standard: \d+ rules$/m],
  ['rules examples mild', 2, /Use one of: relaxed, standard, strict/],
  ['api-key', 0, /There is no key yet/],
  ['api-key create', 2, /takes NAME SCOPES/],
  ['api-key create one nothing', 1, /Choose at least one of flights, pireps, pilots, changes/],
  ['api-key create one flights --days x', 2, /whole number of days/],
  ['api-key create one flights --days 0', 1, /from 1 to 3660/],
  ['api-key create one flights,pireps', 0, /^trk_[\w-]{43}$/m],
  ['api-key list', 0, /flights pireps/],
  ['api-key revoke nobody', 1, /There is no API key nobody/],
  ['audit --limit abc', 2, /--limit/],
  ['audit --limit 0', 2, /--limit/],
  ['backup', 2, /takes FOLDER/],
  ['backup --bogus', 2, /--bogus/],
  ['serve more', 2, /takes no arguments/],
  ['serve --date x', 2, /--date/],
];

async function tryAll(data: string): Promise<void> {
  for (const [words, code, text] of cases) {
    const run = await tracker(data, ...words.split(' '));
    assert.equal(run.code, code, `tracker ${words}: ${run.text}`);
    assert.match(run.text, text, `tracker ${words}`);
  }
}

test('every command of the operator prints a message and returns the right exit code, without a server', async () =>
  tryAll(await existingData()));

const mistyped = [
  ...['flights', 'outbox', 'sessions', 'audit', 'operator link', `backup ${folder}`, 'settings list', 'pireps list'],
  ...['airline list', 'pilot list', 'module list', 'settings set bids_required false', 'flights finish x'],
];

for (const words of mistyped) {
  test(`a missing data directory is not created by: ${words}`, async () => {
    const data = newData();
    const { code, text } = await tracker(data, ...words.split(' '));
    assert.equal(code, 1);
    assert.match(text, /contains no data of Tracker\. Give your server's folder with --data, or create one/);
    assert.equal(existsSync(data), false);
  });
}

for (const words of ['flights', 'audit', 'pilot list', 'settings list']) {
  test(`no empty crew center is created beside a journal by: ${words}`, async () => {
    const data = newData();
    const journal = await openJournal({ directory: data, clock: systemClock });
    await journal.close();
    const before = readdirSync(data);
    const { code, text } = await tracker(data, ...words.split(' '));
    assert.equal(code, 1, text);
    assert.match(text, /contains no embedded crew center of version 7, but only the journal.*--crew-center/);
    assert.deepEqual(readdirSync(data), before);
  });
}

test('commands that add something create it', async () => {
  const data = newData();
  assert.equal((await tracker(data, 'airline', 'add', 'XYZ', 'Another')).code, 0);
  assert.match((await tracker(data, 'airline', 'list')).text, /XYZ/);
});

test('a command that reads or writes the journal itself starts no thread: that takes longer than the command', async () => {
  const data = await existingData();
  let threads = 0;
  const count = () => threads++;
  subscribe('worker_threads', count);
  for (const words of [['flights'], ['migrate'], ['airline', 'add', 'XYZ', 'Another']])
    assert.equal((await tracker(data, ...words)).code, 0);
  unsubscribe('worker_threads', count);
  assert.equal(threads, 0);
  assert.match((await tracker(data, 'audit')).text, /XYZ/);
});

test('no command prints the hash of the client token', async () => {
  const data = await existingData();
  const token = await tracker(data, 'settings', 'set', 'client_token_hash', 'a'.repeat(64));
  assert.equal(token.code, 0);
  for (const words of [
    ['settings', 'list'],
    ['settings', 'list', '--json'],
  ])
    assert.doesNotMatch((await tracker(data, ...words)).text, /aaaa/);
});

test('and the same beside a running server', async () => {
  const data = newData();
  await using _server = await openServer({ config: configOf(data), replace: { passwordCost: 4 } });
  await tryAll(data);
});

for (const isServed of [true, false]) {
  test(`changes by commands are in the audit log, ${isServed ? 'beside a server' : 'without one'}`, async () => {
    const data = newData();
    await using stack = new AsyncDisposableStack();
    const server = await openServer({ config: configOf(data), replace: { passwordCost: 4 } });
    assert.ok(server.tracker.crewCenter.embedded !== null);
    await seedDemo(server.tracker.crewCenter.embedded.crewCenter);
    if (isServed) stack.use(server);
    else await server[Symbol.asyncDispose]();
    const file = join(folder, 'schedules.csv');
    writeFileSync(file, 'airline,flight_number,dpt_airport,arr_airport\nDMO,901,LSZH,MMUN\n');
    const [people, fleet] = [join(folder, 'people.csv'), join(folder, 'fleet.csv')];
    writeFileSync(people, `name,email\nZoe,zoe${isServed}@va.example\n`);
    writeFileSync(fleet, `registration,type\nD-NEW,A320\n`);
    const done = [
      ['settings set bids_required false', 'settings', 'bids_required', 'false'],
      ['settings set pilots.id_length 5', 'rules', 'pilots.id_length', '5'],
      [`schedule import ${file}`, 'schedule-import', file, null],
      [`pilot import ${people}`, 'pilot-import', people, null],
      [`aircraft import ${fleet}`, 'aircraft-import', fleet, null],
      ['schedule undo-import', 'schedule-import-undo', 'schedules', null],
      ['pilot undo-import', 'pilot-import-undo', 'pilots', null],
      ['aircraft undo-import', 'aircraft-import-undo', 'aircraft', null],
      ['airline add XYZ Another', 'airline-add', 'XYZ', 'Another'],
      ['sessions end --all', 'end-sessions', 'all', '0'],
      [`backup ${join(folder, `copy-${isServed}`)}`, 'backup', join(folder, `copy-${isServed}`), null],
    ] as const;
    for (const [words] of done) assert.equal((await tracker(data, ...words.split(' '))).code, 0, words);
    for (const words of ['settings list', 'schedule list', 'settings set bids_required maybe'])
      await tracker(data, ...words.split(' '));
    const entries = JSON.parse((await tracker(data, 'audit', '--json')).text) as Record<string, unknown>[];
    const ours = entries.filter(({ actor }) => String(actor).endsWith('@cli')).reverse();
    assert.deepEqual(
      ours.map(({ action, subject, detail }) => [action, subject, detail]),
      done.map(([, ...entry]) => entry),
    );
  });
}

test('a server that stops, disconnects or returns an invalid reply is reported in a message', async () => {
  const pong = '{"result":"pong"}\n';
  const servers: readonly ((question: string) => string | null)[] = [
    (question) => (question.includes('"ping"') ? pong : null),
    (question) => (question.includes('"ping"') ? pong : 'nonsense\n'),
    (question) =>
      question.includes('"ping"') ? pong : '{"refusal":{"code":"internal","message":"it met an error"}}\n',
    () => null,
  ];
  for (const answer of servers) {
    const data = await existingData();
    await tracker(data, 'flights');
    await using _stub = await listen(controlPath(data), answer);
    const { code, text } = await tracker(data, 'flights');
    assert.equal(code, 1);
    assert.match(text, /The running server did not reply: /);
  }
});

async function listen(path: string, answer: (question: string) => string | null) {
  const server: SocketServer = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (question) => {
      const reply = answer(question.toString());
      if (reply === null) socket.destroy();
      else socket.end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '../../config/config.ts';
import { type Command, CommandError } from '../command.ts';
import { commands } from '../commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-crew-center-'));
after(() => rmSync(folder, { recursive: true }));
const dataDirectory = join(folder, 'data');

interface Run {
  readonly code: number;
  readonly out: string;
}

async function tracker(...words: readonly string[]): Promise<Run> {
  const [name, ...args] = words.filter((word) => word !== '--json');
  const lines: string[] = [];
  const command: Command | undefined = commands.find((each) => each.name === name);
  assert.ok(command !== undefined, `there is no command ${name}`);
  const out = (text: string) => lines.push(text);
  const config = loadConfig({}, { data: dataDirectory });
  const code = await command.run(args, {
    out,
    err: out,
    isTerminal: false,
    columns: null,
    json: words.includes('--json'),
    dataDirectory,
    config,
  });
  return { code, out: lines.join('\n') };
}

async function fails(message: RegExp, exitCode: number, ...words: readonly string[]): Promise<void> {
  await assert.rejects(tracker(...words), (error) => {
    assert.ok(error instanceof CommandError, String(error));
    assert.match(error.message, message);
    assert.equal(error.exitCode, exitCode);
    return true;
  });
}

function csv(name: string, ...lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

test('a crew center is created, filled and read without SQL', async () => {
  assert.match((await tracker('migrate')).out, /version 0 to \d/);
  assert.match((await tracker('migrate')).out, /nothing to do/);
  await fails(/Add an airline first/, 1, 'pilot', 'add', 'Ada', 'ada@va.example');
  await tracker('airline', 'add', 'DMO', 'Demo Air', '--iata', 'DM');
  await tracker('aircraft', 'add', 'hb-jmj', 'A343', '--at', 'LSZH');
  const password = join(folder, 'password');
  writeFileSync(password, 'a long password\n');
  const added = JSON.parse(
    (await tracker('pilot', 'add', 'Ada', 'ada@va.example', '--password-file', password, '--json')).out,
  );
  assert.equal(added.pilot.ident, 'DMO0001');
  assert.match(added.apiKey, /^[0-9a-f]{20}$/);
  assert.equal(added.password, undefined);
  const renewed = JSON.parse((await tracker('pilot', 'key', 'DMO0001', '--json')).out);
  assert.match(renewed.apiKey, /^[0-9a-f]{20}$/);
  assert.notEqual(renewed.apiKey, added.apiKey);
  assert.match((await tracker('pilot', 'key', 'ada@va.example')).out, /new API key[\s\S]*API key: [0-9a-f]{20}/);
  const flights = csv('good.csv', 'airline,flight_number,dpt_airport,arr_airport,subfleets', 'DM,204,lszh,MMUN,A343');
  assert.match((await tracker('schedule', 'import', flights)).out, /1 schedules added, 0 changed/);
  assert.match((await tracker('schedule', 'import', flights)).out, /0 schedules added, 0 changed, 1 unchanged/);
  assert.match((await tracker('bid', 'add', 'dmo1', 'DM204', '--aircraft', 'HB-JMJ')).out, /LSZH-MMUN on HB-JMJ/);
  assert.match((await tracker('bid')).out, /DMO0001 {2}DMO204/);
  const pilots = (await tracker('pilot', 'list', '--json')).out;
  assert.doesNotMatch(pilots, /password|\$2|credential/);
});

test('the last import is taken back, but for what a bid refers to', async () => {
  const file = csv('two.csv', 'airline,flight_number,dpt_airport,arr_airport', 'DM,911,LSZH,MMUN', 'DM,912,LSZH,MMUN');
  await tracker('schedule', 'import', file);
  await tracker('bid', 'add', 'dmo1', 'DM912');
  assert.equal(
    (await tracker('schedule', 'undo-import')).out,
    'Taken back: 1 schedules.\nline 3: stays: a bid refers to it',
  );
  const left = (await tracker('schedule', 'list')).out;
  assert.deepEqual([/DMO911/.test(left), /DMO912/.test(left)], [false, true]);
  await fails(/There is no import of schedules to take back/, 1, 'schedule', 'undo-import');
});

test('errors say what to do instead', async () => {
  await tracker('airline', 'add', 'ERR', 'Errors Air');
  await fails(/DMX/, 1, 'pilot', 'add', 'Eve', 'eve@va.example', '--airline', 'DMX');
  await fails(/not an e-mail/, 1, 'pilot', 'add', 'Eve', 'eve', '--airline', 'ERR');
  await fails(/no pilot NOBODY1/, 1, 'bid', 'add', 'NOBODY1', 'DM204');
  await fails(/no PIREP x/, 1, 'pireps', 'accept', 'x');
  await fails(/--state must be one of/, 2, 'pireps', '--state', 'lost');
  await fails(
    /needs one of: list, add, import, undo-import, edit, remove, password, key \(not "ad"\)/,
    2,
    'pilot',
    'ad',
  );
  await fails(/takes NAME EMAIL/, 2, 'pilot', 'add', 'Eve');
  await fails(/There is no option --speed\./, 2, 'bid', 'list', '--speed', '9');
  await fails(/cannot be read/, 1, 'schedule', 'import', join(folder, 'missing.csv'));
});

test('a file with invalid lines is not imported at all, and each invalid line is named', async () => {
  await tracker('airline', 'add', 'CSV', 'Import Air');
  const before = JSON.parse((await tracker('schedule', 'list', '--json')).out).length;
  const file = csv(
    'bad.csv',
    'airline,flight_number,dpt_airport,arr_airport,days,notes',
    'CSV,1,LSZH,EDDF,12345,"fine, with',
    'two lines"',
    'CSV,x,LSZH,EDDF,,',
    'CSV,3,LSZH,QQQQ,,',
    'CSV,4,LSZH,EDDF,8,',
    'CSV,1,LSZH,EDDF,,again',
    'CSV,5,LSZH',
  );
  await assert.rejects(tracker('schedule', 'import', file), ({ message }) => {
    const lines = [...message.matchAll(/bad\.csv:(\d+): /g)].map((match) => Number(match[1]));
    assert.deepEqual(lines, [4, 5, 6, 7, 8]);
    assert.match(message, /:5: arr_airport: there is no airport QQQQ/);
    assert.match(message, /:7: is the same flight as line 3/);
    return true;
  });
  assert.equal(JSON.parse((await tracker('schedule', 'list', '--json')).out).length, before);
  await fails(
    /flight_number: the first line must name this column/,
    1,
    'schedule',
    'import',
    csv('head.csv', 'airline,x'),
  );
});

test('settings are checked before they are stored', async () => {
  await tracker('settings', 'set', 'bids_required', 'off');
  await fails(/from 5 to 43200/, 1, 'settings', 'set', 'session_token_ttl', '4');
  await fails(/is not a setting/, 1, 'settings', 'set', 'pirep_source_name', 'Other');
  await fails(/standard input/, 2, 'settings', 'set', 'client_token', 'a secret that others can see');
  const settings = JSON.parse((await tracker('settings', '--json')).out);
  assert.equal(settings.bids_required, 'false');
  assert.equal(settings.session_token_ttl, '1440');
  await tracker('settings', 'set', 'pireps.duplicate_check_time', '0');
  await fails(/must be a whole number/, 1, 'settings', 'set', 'pireps.duplicate_check_time', 'often');
  await fails(/must be true or false/, 1, 'settings', 'set', 'bids.block_aircraft', '2');
  await fails(/is not a setting/, 1, 'settings', 'set', 'bids.unknown', '2');
  assert.match((await tracker('settings')).out, /pireps\.duplicate_check_time +0 /);
});

test('modules are listed, enabled and disabled', async () => {
  assert.match((await tracker('module')).out, /no modules in/);
  await fails(/has no module\.json/, 1, 'module', 'enable', 'FlightLog');
  const example = join(import.meta.dirname, '../../../docs/modules/FlightLog');
  cpSync(example, join(dataDirectory, 'modules', 'FlightLog'), { recursive: true });
  assert.match((await tracker('module', 'list')).out, /FlightLog {2}1\.0\.0 {4}disabled/);
  assert.match((await tracker('module', 'enable', 'FlightLog')).out, /listens to PirepFiled, PirepRejected/);
  assert.equal(JSON.parse((await tracker('module', 'list', '--json')).out)[0].isEnabled, true);
  assert.match((await tracker('module', 'disable', 'FlightLog')).out, /disabled/);
  await fails(/is not enabled/, 1, 'module', 'disable', 'FlightLog');
});

test('news is posted, listed and removed', async () => {
  assert.match((await tracker('news')).out, /no news yet/);
  const { id } = JSON.parse((await tracker('news', 'add', 'New route', 'Daily from June.', '--json')).out);
  assert.match((await tracker('news', 'list')).out, /New route/);
  await fails(/1 to 191 characters/, 1, 'news', 'add', ' ', 'Daily.');
  assert.equal((await tracker('news', 'remove', id)).code, 0);
  await fails(/no such news/, 1, 'news', 'remove', id);
});

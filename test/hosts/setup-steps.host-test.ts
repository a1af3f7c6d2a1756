// needs: php
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { smallPacked, writeParts } from './packed-program.ts';
import { findPhp } from './php.ts';

const php = findPhp();

/** A site of an account, with the program as it was uploaded. */
function account(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'tracker-steps-'));
  t.after(() => rmSync(home, { recursive: true }));
  const folder = join(home, 'public_html');
  const acars = join(folder, 'acars');
  writeParts(join(acars, 'program'), smallPacked());
  const site = {
    phpvms: 5,
    folder,
    docroot: folder,
    public: [],
    url: '',
    status: '',
    statusPath: '',
    parts: join(acars, 'program'),
    named: '',
    storage: '',
    inside: '',
    placeFile: join(acars, '_tracker_place.php'),
    placeText: ["<?php\nreturn array(\n    'place' => '", "',\n);\n"],
    keyFile: join(acars, '_tracker_key.php'),
    keyText: ["<?php\nreturn array('key' => '", "');\n"],
    gone: [],
  };
  return { home, acars, site, place: join(home, 'tracker') };
}

type Site = ReturnType<typeof account>['site'];

/** @param limit - what the shell does before it starts PHP */
function run<Result>(name: string, args: readonly unknown[], limit = 'true', options: readonly string[] = []): Result {
  const code = `define('TRACKER_EDGE', true); require $argv[1]; echo json_encode(call_user_func_array($argv[2], json_decode($argv[3], true)));`;
  const settings = options.flatMap((each) => ['-d', each]);
  const command = [
    php,
    ...settings,
    '-r',
    code,
    '--',
    join(edgeSource, '_tracker_setup.php'),
    name,
    JSON.stringify(args),
  ];
  const done = spawnSync('sh', ['-c', `${limit}; exec "$@"`, 'sh', ...command], { encoding: 'utf8' });
  assert.equal(done.stderr, '');
  return JSON.parse(done.stdout) as Result;
}

const begin = (site: Site, place: string, limit?: string) =>
  run<string | null>('tracker_setup_begin', [site, { place }], limit);
const stepOf = (site: Site) => run<{ step: string }>('tracker_setup_now', [site]).step;

test('a set-up of which something cannot be written leaves the host as it was, and says what could not', (t) => {
  const obstacles: readonly (readonly [what: string, make: (at: ReturnType<typeof account>) => void])[] = [
    ['keep', ({ place }) => mkdirSync(join(place, 'keep/taken'), { recursive: true })],
    ['unpack.txt', ({ place }) => mkdirSync(join(place, 'unpack.txt/taken'), { recursive: true })],
    ['data', ({ place }) => writeFileSync(join(place, 'data'), '')],
    ['_tracker_place.php', ({ acars }) => mkdirSync(join(acars, '_tracker_place.php/taken'), { recursive: true })],
  ];
  for (const [what, make] of obstacles) {
    const at = account(t);
    mkdirSync(at.place);
    writeFileSync(join(at.place, 'set-up-of.txt'), `${at.site.folder}\n`);
    make(at);
    const before = [readdirSync(at.acars, { recursive: true }), readdirSync(at.place, { recursive: true })];
    assert.match(begin(at.site, at.place) ?? '', new RegExp(`${what} could not be written.*full`), what);
    const after = [readdirSync(at.acars, { recursive: true }), readdirSync(at.place, { recursive: true })];
    const marked = (list: readonly unknown[]) => list.filter((name) => name !== 'set-up-of.txt');
    assert.deepEqual(after.map(marked), before.map(marked), what);
  }
});

test('on a full disk nothing is made', (t) => {
  const { home, acars, site, place } = account(t);
  // A write beyond it fails as on a full disk, when its signal is ignored.
  assert.match(begin(site, place, "trap '' XFSZ; ulimit -f 0") ?? '', /full|may not write/);
  assert.deepEqual(readdirSync(home), ['public_html']);
  assert.deepEqual(readdirSync(acars), ['program']);
});

test('what is set up is found again by the next request, and what is unpacked runs', (t) => {
  const { acars, site, place } = account(t);
  assert.equal(stepOf(site), 'look');
  assert.equal(begin(site, place), null);
  assert.equal(stepOf(site), 'unpack');
  const key = readFileSync(site.keyFile, 'utf8');
  assert.match(key, /'key' => '[0-9a-f]{64}'/);
  assert.equal(begin(site, place), null, 'again it changes nothing');
  assert.equal(readFileSync(site.keyFile, 'utf8'), key);
  // This program has no Node: where PHP may start programs that is noticed before it is chosen.
  const tried = run<{ problem: string | null }>('tracker_setup_unpack', [site, null]);
  assert.match(tried.problem ?? '', /does not start on this host.*glibc 2\.28/);
  assert.equal(stepOf(site), 'update');
  assert.equal(existsSync(join(place, 'program.txt')), false);
  assert.equal(begin(site, place), null);
  // Of requests that the host ended while they wrote; the last one writes at this moment.
  const halves = [join(place, '.half-0123456789abcdef'), join(acars, '_tracker_half_0123456789abcdef.php')];
  for (const half of halves) {
    writeFileSync(half, '');
    utimesSync(half, 1, 1);
  }
  writeFileSync(join(place, '.half-fedcba9876543210'), '');
  const none = ['disable_functions=proc_open,exec,popen,shell_exec'];
  const done = run<{ done: number; all: number; problem: string | null }>(
    'tracker_setup_unpack',
    [site, null],
    'true',
    none,
  );
  assert.deepEqual([done.problem, done.done], [null, done.all]);
  assert.equal(readFileSync(join(place, 'program.txt'), 'utf8').trim(), '0.3.0');
  assert.equal((JSON.parse(readFileSync(join(place, 'folder.json'), 'utf8')) as { startBy: string }).startBy, 'cron');
  assert.deepEqual(readdirSync(acars).sort(), ['_tracker_key.php', '_tracker_place.php']);
  const left = readdirSync(place).filter((name) => name.startsWith('.'));
  assert.deepEqual(left, ['.half-fedcba9876543210']);
  assert.equal(
    spawnSync('sh', [join(place, 'keep')], { encoding: 'utf8' }).stdout,
    `tracker 0.3.0 keep --place ${place}\n`,
  );
});

test('a place of another site is not taken, nor one whose name is too long for a socket', (t) => {
  const { site, place, home } = account(t);
  assert.equal(begin(site, place), null);
  const other = { ...site, folder: join(home, 'other'), placeFile: join(home, 'other-place.php') };
  assert.match(begin(other, place) ?? '', /is not of this site/);
  const long = join(home, 'x'.repeat(90 - home.length));
  assert.match(begin(other, long) ?? '', /more than 88 letters, too many for the sockets/);
  assert.equal(existsSync(long), false);
});

test('what is being removed is not started again meanwhile', (t) => {
  const { site, place } = account(t);
  assert.equal(begin(site, place), null);
  run('tracker_setup_unpack', [site, null], 'true', ['disable_functions=proc_open,exec,popen,shell_exec']);
  assert.equal(stepOf(site), 'start');
  // As where the host ends the request: PHP fails at the first folder.
  assert.throws(() => run('tracker_setup_remove', [site, null], 'true', ['disable_functions=rmdir']));
  assert.ok(existsSync(join(place, 'program')));
  assert.notEqual(stepOf(site), 'start');
});

test('removal leaves data unless it is to delete them, follows no link, and can be followed by a set-up', (t) => {
  const { home, acars, site, place } = account(t);
  assert.equal(begin(site, place), null);
  writeFileSync(join(place, 'data/journal.sqlite'), 'flights');
  mkdirSync(join(home, 'elsewhere'));
  writeFileSync(join(home, 'elsewhere/kept'), '');
  spawnSync('ln', ['-s', join(home, 'elsewhere'), join(place, 'planted')]);
  const stays = run<readonly string[]>('tracker_setup_remove', [site, {}]);
  assert.match(stays.join(), /data: your flights/);
  assert.deepEqual(readdirSync(place).sort(), ['data', 'set-up-of.txt']);
  assert.deepEqual(readdirSync(join(home, 'elsewhere')), ['kept']);
  assert.deepEqual(readdirSync(acars), []);
  writeParts(join(acars, 'program'), smallPacked());
  assert.equal(begin(site, place), null);
  assert.equal(readFileSync(join(place, 'data/journal.sqlite'), 'utf8'), 'flights');
  assert.deepEqual(run<readonly string[]>('tracker_setup_remove', [site, { data: 'delete' }]), []);
  assert.deepEqual(readdirSync(home).sort(), ['elsewhere', 'public_html']);
});

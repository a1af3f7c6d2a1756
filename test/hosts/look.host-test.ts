// needs: php
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { findPhp } from './php.ts';

const php = findPhp();

interface Site {
  readonly folder: string;
  readonly docroot: string;
  readonly public: readonly string[];
  readonly url: string;
  readonly parts: string;
  readonly named: string;
  readonly storage: string;
  readonly inside: string;
}

interface Finding {
  readonly name: string;
  readonly level: 'ok' | 'warning' | 'serious';
  readonly says: string;
  readonly cure: string;
}

/** An account with a public folder; nobody else may change what is above it. */
function account(t: TestContext): { home: string; site: Site } {
  const home = mkdtempSync(join(tmpdir(), 'tracker-look-'));
  t.after(() => rmSync(home, { recursive: true }));
  const docroot = join(home, 'public_html');
  mkdirSync(join(docroot, 'acars'), { recursive: true });
  const parts = join(docroot, 'acars/program');
  return { home, site: { folder: docroot, docroot, public: [], url: '', parts, named: '', storage: '', inside: '' } };
}

const lookFile = join(edgeSource, '_tracker_look.php');

/** @param before - the words of a command that runs PHP */
function run<Result>(
  name: string,
  args: readonly unknown[],
  options: readonly string[] = [],
  before: readonly string[] = [],
): Result {
  const code = `define('TRACKER_EDGE', true); require $argv[1];
    echo json_encode(call_user_func_array($argv[2], json_decode($argv[3], true)));`;
  const settings = options.flatMap((each) => ['-d', each]);
  const command = [php, ...settings, '-r', code, '--', lookFile, name, JSON.stringify(args)];
  const [program = '', ...words] = [...before, ...command];
  const done = spawnSync(program, words, { encoding: 'utf8' });
  assert.equal(done.stderr, '');
  return JSON.parse(done.stdout) as Result;
}

const look = (site: Site, options: readonly string[] = []) => run<readonly Finding[]>('tracker_look', [site], options);
const candidates = (site: Site, options: readonly string[] = []) =>
  run<readonly { path: string; kind: string; why: string | null }[]>('tracker_candidates', [site], options);
const levelOf = (findings: readonly Finding[], name: string) => findings.find((each) => each.name === name)?.level;

test('a host that allows all is looked at without leaving anything', (t) => {
  const { home, site } = account(t);
  const findings = look(site);
  assert.deepEqual(
    findings.filter(({ level }) => level !== 'ok').map(({ name }) => name),
    ['place', 'parts'],
  );
  assert.match(findings.find(({ name }) => name === 'place')?.says ?? '', new RegExp(`go to ${home}/tracker, beside`));
  assert.match(findings.find(({ name }) => name === 'execute')?.says ?? '', /one was tried/);
  assert.deepEqual(readdirSync(home), ['public_html']);
  for (const { level, cure } of findings) if (level !== 'ok') assert.notEqual(cure, '');
});

test('what PHP may start is what its settings leave', () => {
  const off = (names: string) => run<readonly string[]>('tracker_starters', [], [`disable_functions=${names}`]);
  assert.deepEqual(off(''), ['proc_open', 'exec', 'popen', 'shell_exec']);
  assert.deepEqual(off('proc_open, system,popen'), ['exec', 'shell_exec']);
  assert.deepEqual(off('proc_open,exec,popen,shell_exec'), []);
  for (const only of ['proc_open', 'exec', 'popen', 'shell_exec']) {
    const others = ['proc_open', 'exec', 'popen', 'shell_exec'].filter((each) => each !== only).join(',');
    assert.equal(run<string>('tracker_look_run', ['echo seen'], [`disable_functions=${others}`]).trim(), 'seen', only);
  }
});

test('without a way to start programs it is said that cron has to', (t) => {
  const { site } = account(t);
  const findings = look(site, ['disable_functions=proc_open,exec,popen,shell_exec']);
  assert.equal(levelOf(findings, 'start'), 'warning');
  assert.match(findings.find(({ name }) => name === 'start')?.cure ?? '', /cron/);
});

test('what hosts forbid PHP to say of the machine and its disk is no reason to fail', (t) => {
  const { site } = account(t);
  const named = (options: readonly string[]) => look(site, options).map(({ name, level }) => `${name} ${level}`);
  const all = named([]);
  const off = 'disable_functions=php_uname,disk_free_space,posix_getpwuid,posix_geteuid';
  assert.deepEqual(named([off]), all);
  const none = named([`${off},proc_open,exec,popen,shell_exec`]);
  assert.deepEqual(
    none,
    all.map((each) => each.replace('start ok', 'start warning')),
  );
});

test('with open_basedir a place is found where PHP may write, and none elsewhere', (t) => {
  const { home, site } = account(t);
  const code = edgeSource;
  assert.equal(levelOf(look(site, [`open_basedir=${home}:${code}:/tmp`]), 'place'), 'warning');
  const narrow = look(site, [`open_basedir=${site.docroot}:${code}`]);
  assert.equal(levelOf(narrow, 'place'), 'serious');
  assert.match(narrow.find(({ name }) => name === 'place')?.says ?? '', /PHP cannot see it/);
  assert.deepEqual(readdirSync(home), ['public_html']);
});

test('a place is refused that is public, a link, of somebody else, or that others may exchange', (t) => {
  const { home, site } = account(t);
  const why = (named: string, changed: Partial<Site> = {}) =>
    candidates({ ...site, ...changed, named })[0]?.why ?? null;
  assert.match(why(join(site.docroot, 'private')) ?? '', /inside the public folder/);
  mkdirSync(join(home, 'public_html/other'));
  assert.match(
    why(join(home, 'public_html/tracker'), {
      docroot: join(home, 'public_html/other'),
      folder: join(home, 'public_html/other'),
    }) ?? '',
    /a folder above it, public_html/,
  );
  symlinkSync(join(site.docroot, 'acars'), join(home, 'planted'));
  assert.match(why(join(home, 'planted')) ?? '', /it is a link/);
  assert.match(why(join(home, 'planted/deep')) ?? '', /inside the public folder/);
  mkdirSync(join(home, 'full'));
  writeFileSync(join(home, 'full/theirs'), '');
  assert.match(why(join(home, 'full')) ?? '', /is not of this site/);
  writeFileSync(join(home, 'full/folder.json'), JSON.stringify({ crewCenter: site.folder }));
  assert.equal(why(join(home, 'full')), null);
  mkdirSync(join(home, 'open'));
  chmodSync(join(home, 'open'), 0o777);
  assert.match(why(join(home, 'open/tracker')) ?? '', /other accounts of this machine may change/);
  assert.match(why(join(tmpdir(), 'tracker-place')) ?? '', /may write into .*, and machines empty such folders/);
  for (const odd of ['tracker', '/a/../b', `${home}/a b`, `${home}/a'b`, `${home}/a\nb`])
    assert.match(why(odd) ?? '', /its name/, odd);
  const long = (letters: number) => `${home}/${'x'.repeat(letters - home.length - 1)}`;
  assert.equal(why(long(88)), null);
  assert.match(why(long(89)) ?? '', /more than 88 letters/);
  writeFileSync(join(home, 'file'), '');
  assert.match(why(join(home, 'file')) ?? '', /a file has this name/);
});

test('a place whose files the web server gives out is refused, and one that it denies is used', async (t) => {
  const { home, site } = account(t);
  const folders: Record<string, string> = { '/tracker': join(home, 'tracker'), '/acars/storage': '' };
  let isDenied = false;
  let isSilent = false;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    const at = Object.keys(folders).find((each) => path.startsWith(`${each}/`));
    const file = at === undefined ? null : join(folders[at] || join(site.docroot, at), path.slice(at.length));
    if (isSilent && !path.startsWith('/acars/')) request.socket.destroy();
    else if (file === null || isDenied || !existsSync(file)) response.writeHead(404).end();
    else response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const ask = async () => {
    const text = JSON.stringify([{ ...site, url, inside: join(site.docroot, 'acars') }]);
    const code = `define('TRACKER_EDGE', true); require $argv[1]; echo json_encode(tracker_candidates(json_decode($argv[2], true)[0]));`;
    const child = spawn(php, ['-r', code, '--', lookFile, text]);
    let said = '';
    for await (const piece of child.stdout) said += String(piece);
    return JSON.parse(said) as readonly { path: string; kind: string; why: string | null; isAsked: boolean }[];
  };
  const byKind = (all: Awaited<ReturnType<typeof ask>>, kind: string) => all.find((each) => each.kind === kind)?.why;
  const open = await ask();
  assert.match(byKind(open, 'beside') ?? '', /gives out/);
  assert.match(byKind(open, 'inside') ?? '', /gives out/);
  isDenied = true;
  const denied = await ask();
  assert.equal(byKind(denied, 'beside'), null);
  assert.equal(byKind(denied, 'inside'), null);
  const isAsked = (all: Awaited<ReturnType<typeof ask>>) => all.find(({ kind }) => kind === 'beside')?.isAsked;
  assert.equal(isAsked(denied), true);
  isSilent = true;
  const silent = await ask();
  assert.match(byKind(silent, 'inside') ?? '', /could not be asked/, 'one of its addresses does not answer');
  assert.deepEqual([byKind(silent, 'beside'), isAsked(silent)], [null, false]);
  assert.ok(asked.every((path) => /\/control-[0-9a-f]{16}\.txt$/.test(path)));
  assert.deepEqual(readdirSync(home), ['public_html']);
  assert.deepEqual(readdirSync(join(site.docroot, 'acars')), []);
});

test('a home whose path is too long is passed over for another place, and the reason is said where there is none', (t) => {
  const { home, site } = account(t);
  const docroot = join(home, 'a-folder-with-a-long-name-by-which-a-panel-keeps-the-sites-apart/public_html');
  mkdirSync(join(docroot, 'acars'), { recursive: true });
  const storage = join(home, 'storage');
  mkdirSync(storage);
  const long = { ...site, docroot, folder: docroot };
  const usable = candidates({ ...long, storage }).filter(({ why }) => why === null);
  assert.ok(usable.every(({ path }) => path.length <= 88));
  assert.ok(usable.some(({ path }) => path === join(storage, 'tracker')));
  assert.match(
    candidates(long).find(({ kind }) => kind === 'beside')?.why ?? '',
    /more than 88 letters, too many for the sockets/,
  );
});

/** Words before PHP: a disk mounted noexec at this folder, for PHP alone. */
function onNoexecDisk(folder: string): readonly string[] {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return [
    'unshare',
    ...user,
    '--mount',
    'sh',
    '-c',
    `mount -t tmpfs -o noexec,mode=755 tmpfs '${folder}' && exec "$@"`,
    'sh',
  ];
}

test('a disk from which no program may run is no place for it, also where open_basedir hides the list of disks', (t) => {
  const { home, site } = account(t);
  const disk = join(home, 'disk');
  mkdirSync(disk);
  const before = onNoexecDisk(disk);
  const basedir = [`open_basedir=${home}:${edgeSource}`];
  const named = { ...site, named: join(disk, 'tracker') };
  for (const options of [basedir, [...basedir, 'disable_functions=proc_open,exec,popen,shell_exec']]) {
    const [first] = run<readonly { why: string | null }[]>('tracker_candidates', [named], options, before);
    assert.match(first?.why ?? '', /mounted noexec/, options.join());
    const all = run<readonly Finding[]>('tracker_look', [named], options, before);
    assert.match(all.find(({ name }) => name === 'place')?.says ?? '', new RegExp(`go to ${home}/tracker`));
  }
  const tried = run<Finding>('tracker_look_execute', [join(disk, 'tracker')], basedir, before);
  assert.deepEqual([tried.level, /did not run: .*ermission denied/.test(tried.says)], ['serious', true], tried.says);
});

test('that a place beside the public folder could not be asked for is said, and what then counts', (t) => {
  const { site } = account(t);
  const place = look({ ...site, url: 'http://127.0.0.1:9' }).find(({ name }) => name === 'place');
  assert.equal(place?.level, 'warning');
  assert.match(place?.says ?? '', /could not be asked: this host does not let PHP call its own site/);
  assert.match(place?.cure ?? '', /subdomains, aliases/);
});

test('inside the public folder nothing is used whose denial cannot be asked', (t) => {
  const { site } = account(t);
  const inside = candidates({ ...site, url: 'http://127.0.0.1:9', inside: join(site.docroot, 'acars') }).find(
    ({ kind }) => kind === 'inside',
  );
  assert.match(inside?.why ?? '', /could not be asked/);
});

test('a limit of the address space with which Node does not start is said', (t) => {
  const { site } = account(t);
  const code = `define('TRACKER_EDGE', true); require '${lookFile}'; echo json_encode(tracker_look_limits());`;
  const limited = (kib: number) => {
    const done = spawnSync('sh', ['-c', `ulimit -v ${kib}; exec "$0" -r "$1"`, php, code], {
      encoding: 'utf8',
      cwd: site.docroot,
    });
    return JSON.parse(done.stdout) as readonly Finding[];
  };
  assert.equal(levelOf(limited(1_000_000), 'address-space'), 'serious');
  assert.equal(levelOf(limited(4_000_000), 'address-space'), undefined);
  // The figure is that of the Node that runs this.
  const starts = (kib: number) =>
    spawnSync('sh', ['-c', `ulimit -v ${kib}; exec "$0" -e 1`, process.execPath]).status === 0;
  assert.equal(starts(1465 * 1024), true);
  assert.equal(starts(700_000), false);
});

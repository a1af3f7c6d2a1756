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

function run<Result>(name: string, args: readonly unknown[], options: readonly string[] = []): Result {
  const code = `define('TRACKER_EDGE', true); require $argv[1]; require $argv[2];
    echo json_encode(call_user_func_array($argv[3], json_decode($argv[4], true)));`;
  const files = ['_tracker_private.php', '_tracker_look.php'].map((each) => join(edgeSource, each));
  const settings = options.flatMap((each) => ['-d', each]);
  const done = spawnSync(php, [...settings, '-r', code, '--', ...files, name, JSON.stringify(args)], {
    encoding: 'utf8',
  });
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
    ['parts'],
  );
  assert.match(findings.find(({ name }) => name === 'place')?.says ?? '', new RegExp(`go to ${home}/tracker, outside`));
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

test('with open_basedir a place is found where PHP may write, and none elsewhere', (t) => {
  const { home, site } = account(t);
  const code = edgeSource;
  assert.equal(levelOf(look(site, [`open_basedir=${home}:${code}:/tmp`]), 'place'), 'ok');
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
    const code = `define('TRACKER_EDGE', true); require $argv[1]; require $argv[2]; echo json_encode(tracker_candidates(json_decode($argv[3], true)[0]));`;
    const child = spawn(php, [
      '-r',
      code,
      '--',
      join(edgeSource, '_tracker_private.php'),
      join(edgeSource, '_tracker_look.php'),
      text,
    ]);
    let said = '';
    for await (const piece of child.stdout) said += String(piece);
    return JSON.parse(said) as readonly { path: string; kind: string; why: string | null }[];
  };
  const byKind = (all: Awaited<ReturnType<typeof ask>>, kind: string) => all.find((each) => each.kind === kind)?.why;
  const open = await ask();
  assert.match(byKind(open, 'beside') ?? '', /gives out/);
  assert.match(byKind(open, 'inside') ?? '', /gives out/);
  isDenied = true;
  const denied = await ask();
  assert.equal(byKind(denied, 'beside'), null);
  assert.equal(byKind(denied, 'inside'), null);
  isSilent = true;
  assert.match(byKind(await ask(), 'inside') ?? '', /could not be asked/, 'one of its addresses does not answer');
  assert.ok(asked.every((path) => /\/control-[0-9a-f]{16}\.txt$/.test(path)));
  assert.deepEqual(readdirSync(home), ['public_html']);
  assert.deepEqual(readdirSync(join(site.docroot, 'acars')), []);
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
  const files = ['_tracker_private.php', '_tracker_look.php']
    .map((each) => `require '${join(edgeSource, each)}';`)
    .join(' ');
  const code = `define('TRACKER_EDGE', true); ${files} echo json_encode(tracker_look_limits());`;
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

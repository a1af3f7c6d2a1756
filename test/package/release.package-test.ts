// needs: nothing
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parseSync } from 'oxc-parser';
import { extract, list } from 'tar';
import { type Application, readApplication } from '../../build/release/application.ts';
import { dataOf, deb } from '../../build/release/deb.ts';
import { archiveOf, debianPackage, unitOf } from '../../build/release/forms.ts';
import { readMembers } from '../../build/release/node-binary.ts';
import { commands } from '../../src/cli/commands.ts';
import { packedApplication } from './packed-once.ts';

/** The forms of a release, built with a small stand-in for Node where it is not started. `npm run release:test` installs them. */
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tracker-forms-'));
const mtime = Date.UTC(2024, 3, 6) / 1_000;
const node = { version: '24.0.0', bytes: Buffer.from('no program'), license: Buffer.from('a licence') };
let application: Application;

before(async () => {
  application = await packedApplication();
});
after(() => rmSync(folder, { recursive: true }));

async function debFile(app: Application): Promise<Buffer> {
  const contents = debianPackage(app, node, 'amd64', mtime);
  return await deb(contents, await dataOf(contents, mtime), mtime);
}

let whole: Promise<Buffer> | null = null;

/** That of the whole application, which takes seconds to compress. */
function wholeDeb(): Promise<Buffer> {
  whole ??= debFile(application);
  return whole;
}

/** Members of an `ar` archive by name. */
function readAr(bytes: Buffer): ReadonlyMap<string, Buffer> {
  assert.equal(bytes.toString('latin1', 0, 8), '!<arch>\n');
  const members = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const field = (from: number, to: number) => bytes.toString('latin1', at + from, at + to).trim();
    const size = Number(field(48, 58));
    assert.equal(bytes.toString('latin1', at + 58, at + 60), '`\n');
    members.set(field(0, 16), bytes.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}

async function readPart(members: ReadonlyMap<string, Buffer>, name: string) {
  writeFileSync(join(folder, name), members.get(name) ?? '');
  return await readMembers(join(folder, name));
}

/** Packs in another process, as another test or a release does at the same time. */
async function packElsewhere(): Promise<Buffer> {
  const to = mkdtempSync(join(folder, 'packed-'));
  const program = `import { packInto } from ${JSON.stringify(join(root, 'build/release/pack.ts'))};
    packInto(${JSON.stringify(to)}, ${JSON.stringify(root)});`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const packing = spawn(process.execPath, ['--input-type=module', '--eval', program], { env, stdio: 'ignore' });
  const [status] = await once(packing, 'exit');
  assert.equal(status, 0);
  return readFileSync(join(to, readdirSync(to)[0] ?? ''));
}

test('the same commit gives the same bytes, also while it is packed elsewhere', async () => {
  const elsewhere = packElsewhere();
  const again = await readApplication(root);
  assert.deepEqual(again.npmPackage.bytes, application.npmPackage.bytes);
  assert.ok((await elsewhere).equals(application.npmPackage.bytes));
  // In another order, as another file system may list them; a part of them, for the sake of time.
  const some = ({ entries }: Application) => entries.filter(({ path }, at) => at < 400 || path === 'CHANGELOG.md');
  const part = { ...application, entries: some(application) };
  const shuffled = { ...part, entries: some(again).toReversed() };
  assert.deepEqual(shuffled.entries.toReversed(), part.entries);
  assert.ok((await debFile(shuffled)).equals(await debFile(part)));
  for (const kind of ['zip', 'tar.gz'] as const) {
    const [one, other] = [await archiveOf(shuffled, node, kind, mtime), await archiveOf(part, node, kind, mtime)];
    assert.ok(one.equals(other), kind);
  }
});

test('the package of Debian has what it needs, and no tool of development', async () => {
  const members = readAr(await wholeDeb());
  assert.deepEqual([...members.keys()], ['debian-binary', 'control.tar.gz', 'data.tar.gz']);
  const control = await readPart(members, 'control.tar.gz');
  assert.match(
    String(control.get('./control')),
    /^Package: va-tracker\nVersion: \d+\.\d+\.\d+(?:~dev\+[0-9a-f]{7})?\nArchitecture: amd64\n/,
  );
  const files = await readPart(members, 'data.tar.gz');
  for (const path of ['usr/bin/va-tracker', 'usr/lib/va-tracker/dist/cli/main.js', 'usr/lib/va-tracker/node/bin/node'])
    assert.ok(files.has(`./${path}`), path);
  assert.ok(files.has('./usr/lib/va-tracker/node_modules/fastify/package.json'));
  const script = String(files.get('./usr/lib/va-tracker/dist/web/browser/map/main.js'));
  assert.deepEqual(parseSync('main.js', script).module.staticImports, []);
  assert.ok(files.has('./usr/share/doc/va-tracker/docs/operating.md'));
  const unwanted = [...files.keys()].filter((path) =>
    /node_modules\/(?:typescript|playwright-core|esbuild|node-)|\.test\./.test(path),
  );
  assert.deepEqual(
    unwanted.filter((path) => !path.includes('/node_modules/') || /(?:typescript|esbuild)\//.test(path)),
    [],
  );
  for (const path of [...files.keys()].filter((each) => each.startsWith('./etc/')))
    assert.equal(String(control.get('./conffiles')).includes(path.slice(1)), true, path);
});

test('the package brings what Debian and its shells look for beside a program', async () => {
  const files = await readPart(readAr(await wholeDeb()), 'data.tar.gz');
  const packed = (path: string) => gunzipSync(files.get(path) ?? '').toString();
  const manual = packed('./usr/share/man/man1/va-tracker.1.gz');
  for (const { name } of commands) assert.ok(manual.includes(`.SS ${name.replaceAll('-', '\\-')}\n`), name);
  assert.match(manual, /va\\-tracker restore/);
  assert.doesNotMatch(manual, /^ *(?:Usage: )?tracker |\/var\/lib\/tracker/m, 'names of another installation');
  assert.match(
    packed('./usr/share/doc/va-tracker/changelog.gz'),
    /^va-tracker \(\d\S+\) unstable; urgency=\w+\n\n {2}\* /,
  );
  for (const path of [
    'bash-completion/completions/va-tracker',
    'zsh/vendor-completions/_va-tracker',
    'fish/vendor_completions.d/va-tracker.fish',
  ])
    assert.match(String(files.get(`./usr/share/${path}`)), /\brestore\b/, path);
  const isOfDevelopment = /\/node_modules\/.*\/(?:\.[^/]+|test\/.*|[^/]+\.html)$/;
  assert.deepEqual(
    [...files.keys()].filter((path) => isOfDevelopment.test(path)),
    [],
  );
});

test('a start that fails is tried again for ever, by the service and by the socket', () => {
  for (const name of ['va-tracker.service', 'va-tracker@.service'])
    assert.match(
      unitOf(name),
      /^StartLimitIntervalSec=0$[\s\S]*^\[Service\]$[\s\S]*^Restart=on-failure\nRestartSec=3$/m,
    );
  assert.match(unitOf('va-tracker.socket'), /^\[Socket\]$[\s\S]*^TriggerLimitIntervalSec=0$/m);
});

test('settings and data are for the service and root alone', async () => {
  const entries = application.entries.filter(({ path }) => path === 'CHANGELOG.md' || path === 'LICENSE');
  const members = readAr(await debFile({ ...application, entries }));
  writeFileSync(join(folder, 'modes'), members.get('data.tar.gz') ?? '');
  const open: string[] = [];
  await list({
    file: join(folder, 'modes'),
    onReadEntry: ({ path, type, mode = 0 }) => {
      if (path.startsWith('./etc/') && type === 'File' && (mode & 0o007) !== 0) open.push(path);
    },
  });
  assert.deepEqual(open, []);
  // SECURITY.md: readable by its owner only.
  assert.match(unitOf('va-tracker.service'), /^StateDirectoryMode=0700$/m);
  const postinst = readFileSync(join(root, 'packaging/deb/postinst'), 'utf8');
  assert.match(postinst, /install -d -m 0700 -o va-tracker -g va-tracker \/var\/lib\/va-tracker/);
  assert.match(
    postinst,
    /^own 0700 va-tracker \/var\/lib\/va-tracker\nown 0640 root \/etc\/va-tracker\/va-tracker\.env$/m,
  );
});

test('the scripts of the package are plain sh', () => {
  for (const name of ['deb/postinst', 'deb/prerm', 'deb/postrm', 'deb/va-tracker', 'archive/tracker']) {
    const { status, stderr } = spawnSync('sh', ['-n', join(root, 'packaging', name)], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
});

test('the units start Node with the options of the launcher, which would lose the socket if it started another', () => {
  for (const name of ['va-tracker.service', 'va-tracker@.service']) {
    assert.match(unitOf(name), /^ExecStart=\S+\/node --max-semi-space-size=8 .*tracker\.js serve$/m);
    assert.match(unitOf(name), /MALLOC_ARENA_MAX=1/);
    assert.doesNotMatch(unitOf(name), /@[A-Z]+@/);
  }
});

test('an unpacked archive flies with the Node that is in it', { timeout: 120_000 }, async () => {
  const real = { ...node, bytes: readFileSync(process.execPath) };
  writeFileSync(join(folder, 'it.tar.gz'), await archiveOf(application, real, 'tar.gz', mtime));
  await extract({ file: join(folder, 'it.tar.gz'), cwd: folder });
  const [unpacked = ''] = readdirSync(folder).filter((name) => name.startsWith('va-tracker-'));
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  const args = ['demo', '--once', '--speed', 'max', '--listen', '127.0.0.1:0'];
  const command = join(folder, unpacked, 'tracker');
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...env, PATH: '/usr/bin:/bin' },
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /PIREP/);
});

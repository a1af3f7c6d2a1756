import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { builtProgram } from '../../../test/built-program.ts';
import { CrewCenterError } from '../crew-center.ts';
import { makeStorage } from '../phpvms5/storage.ts';
import { askDenial, isUnknown } from './denied-folder.ts';
import { applySteps, type EdgeStep } from './edge-steps.ts';
import { asOwner } from './owner.ts';
import { makePrivateFolder } from './private-folder.ts';
import { isHolder, markHolder } from './whose-data.ts';

/** The site's user; the tests run as root, or say that they could not. */
const user = { uid: 65534, gid: 65534 };
const skip = process.getuid?.() === 0 ? false : 'not checked: links planted against root can be tried by root only';
const home = mkdtempSync(join(tmpdir(), 'tracker-planted-'));
chmodSync(home, 0o755);
after(() => rmSync(home, { recursive: true }));

/** A site of its user, and a folder of root beside it with a file in it. */
function world(name: string) {
  const [site, roots] = [join(home, name, 'site'), join(home, name, 'roots')];
  for (const folder of [site, roots, join(site, 'acars')]) mkdirSync(folder, { recursive: true });
  for (const folder of [site, join(site, 'acars')]) chownSync(folder, user.uid, user.gid);
  writeFileSync(join(roots, 'passwd'), 'of root');
  return { site, roots, acars: join(site, 'acars') };
}

function assertUntouched(roots: string): void {
  assert.deepEqual(readdirSync(roots), ['passwd']);
  assert.equal(readFileSync(join(roots, 'passwd'), 'utf8'), 'of root');
  for (const path of [roots, join(roots, 'passwd')]) assert.equal(statSync(path).uid, 0, path);
}

const write = (path: string): EdgeStep => ({ kind: 'write', path, bytes: Buffer.from('ours'), why: '' });
type Place = ReturnType<typeof world>;
const planted: readonly (readonly [string, (place: Place) => void, (place: Place) => unknown])[] = [
  [
    'the folder that is written to',
    ({ acars, roots }) => {
      rmSync(acars, { recursive: true });
      symlinkSync(roots, acars);
    },
    ({ acars, site }) => applySteps([write(join(acars, 'login.php'))], site),
  ],
  [
    'the file that is replaced',
    ({ acars, roots }) => symlinkSync(join(roots, 'passwd'), join(acars, 'login.php')),
    ({ acars, site }) => applySteps([write(join(acars, 'login.php'))], site),
  ],
  [
    'the folder that something is moved to',
    ({ acars, roots, site }) => {
      writeFileSync(join(acars, 'old.php'), '');
      symlinkSync(roots, join(site, 'backup'));
    },
    ({ acars, site }) =>
      applySteps([{ kind: 'move', path: join(acars, 'old.php'), to: join(site, 'backup/old.php'), why: '' }], site),
  ],
  [
    'the folder that is removed',
    ({ acars, roots }) => symlinkSync(roots, join(acars, 'sessions')),
    ({ acars, site }) => applySteps([{ kind: 'remove', path: join(acars, 'sessions'), why: '' }], site),
  ],
  [
    'the data directory',
    ({ acars, roots }) => symlinkSync(roots, join(acars, 'storage')),
    ({ acars, site }) => makeStorage({ path: join(acars, 'storage'), mustBeDenied: true }, site),
  ],
  [
    'the place of the data directory',
    ({ site, roots }) => symlinkSync(roots, join(site, 'storage')),
    ({ site }) => makePrivateFolder(join(site, 'storage/tracker'), user),
  ],
  ['a named data directory', () => {}, ({ site, roots }) => makeStorage({ path: roots, mustBeDenied: false }, site)],
  [
    'the file by which a denial is checked',
    ({ acars, roots }) => symlinkSync(roots, join(acars, 'storage')),
    async ({ acars, site }) => {
      const place = { folder: join(acars, 'storage'), site: { folder: site, siteUrl: 'http://127.0.0.1:1' } };
      assert.ok(isUnknown(await askDenial({ ...place, owner: user })));
    },
  ],
];
for (const [what, plant, act] of planted) {
  test(`a link of the site’s user in the place of ${what} gets nothing of root’s`, { skip }, async () => {
    const place = world(what.replaceAll(' ', '-'));
    plant(place);
    await (async () => act(place))().catch((error: unknown) => {
      assert.match(String(error), /EACCES|EPERM|EEXIST|cannot be made|ENOTDIR/);
    });
    assertUntouched(place.roots);
  });
}

test('what is made belongs to the site’s user, and root is root again', { skip }, () => {
  const { site, acars } = world('owned');
  applySteps([write(join(acars, 'login.php')), { kind: 'make', path: join(site, 'private'), why: '' }], site);
  markHolder(join(site, 'private'), site);
  assert.equal(isHolder(join(site, 'private'), site), true);
  const made = [join(acars, 'login.php'), join(site, 'private'), join(site, 'private/crew-center.txt')];
  for (const path of made) assert.equal(statSync(path).uid, user.uid);
  assert.equal(statSync(join(site, 'private')).mode & 0o777, 0o700);
  assert.deepEqual([process.geteuid?.(), process.getegid?.()], [0, 0]);
});

test('in a site of root’s, root touches nothing that others can change', { skip }, () => {
  const { site, acars, roots } = world('of-root');
  chownSync(site, 0, 0);
  symlinkSync(join(roots, 'passwd'), join(acars, 'login.php'));
  assert.throws(() => applySteps([write(join(acars, 'login.php'))], site), CrewCenterError);
  assertUntouched(roots);
});

/** As the launcher starts it: an older Node says of SQLite that it is an experiment. */
const { main } = await builtProgram();
function tracker(args: readonly string[], options: { readonly cwd?: string } = {}) {
  const all = ['--disable-warning=ExperimentalWarning', main, ...args];
  return spawnSync(process.execPath, all, { ...options, encoding: 'utf8' });
}

/** Whether that user may read the program: below root's home, where only root can, every start for the user says so. */
function mayRead(folder: string): boolean {
  return asOwner(user, () => {
    try {
      // Not `access`, which asks for the real user.
      readdirSync(folder);
      return true;
    } catch {
      return false;
    }
  });
}
const isForAll = mayRead(join(import.meta.dirname, '../..')) && mayRead(dirname(process.execPath));

function assertUnreadable({ status, stderr }: { readonly status: number | null; readonly stderr: string }): void {
  assert.equal(status, 1, stderr);
  assert.match(stderr, /cannot read Tracker’s program .*below \/opt\.$/m);
}

test('as root, beside a site, a data directory that is not there is made by no command that only reads', {
  skip,
}, () => {
  const { site } = world('reading');
  for (const name of ['artisan', '.env']) writeFileSync(join(site, name), '');
  const data = join(home, 'mistyped');
  mkdirSync(data, { mode: 0o711 });
  chownSync(data, user.uid, user.gid);
  const missing = join(data, 'data');
  const listed = tracker(['flights', 'list', '--data', missing, '--crew-center', site]);
  assert.equal(existsSync(missing), false);
  if (!isForAll) return assertUnreadable(listed);
  assert.equal(listed.status, 1, listed.stderr);
  assert.match(listed.stderr, /contains no data of Tracker/);
});

test('a command started as root becomes the owner of its data', { skip }, () => {
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, user.uid, user.gid);
  const run = (...args: readonly string[]) => tracker(args, { cwd: home });
  const made = run('migrate', '--data', data);
  if (!isForAll) return assertUnreadable(made);
  assert.equal(made.status, 0, made.stderr);
  const files = readdirSync(data);
  assert.ok(files.length > 0);
  for (const name of files) assert.equal(statSync(join(data, name)).uid, user.uid, name);
  writeFileSync(join(data, 'left'), '');
  const refused = run('migrate', '--data', data);
  assert.deepEqual([refused.status, refused.stderr.split('\n').length], [1, 2], refused.stderr);
  assert.match(refused.stderr, /belongs to root.*chown -Rh 65534:65534/);
});

test('beside a site of root’s nothing is served as root', { skip }, () => {
  const site = join(home, 'site-of-root');
  for (const name of ['artisan', '.env']) {
    mkdirSync(site, { recursive: true });
    writeFileSync(join(site, name), '');
  }
  const { status, stderr } = tracker(['serve', '--crew-center', site]);
  assert.deepEqual(
    [status, stderr.trim().split('\n').length, existsSync(join(site, 'storage'))],
    [1, 1, false],
    stderr,
  );
  assert.match(stderr, /belongs to root.*www-data/);
});

import assert from 'node:assert/strict';
import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CrewCenterError } from '../crew-center.ts';
import { planBackup, planUndo } from './edge-backup.ts';
import { applySteps } from './edge-steps.ts';
import { asOwner, isRoot, ownerOf } from './owner.ts';

/** A site whose folder `acars` was moved to a backup, with a link in it and beside it, and ours in its place. */
function install(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'tracker-undo-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [folder, place] = [join(root, 'site'), join(root, 'private')];
  const [acars, link] = [join(folder, 'acars'), join(folder, 'live')];
  mkdirSync(join(acars, 'old'), { recursive: true });
  mkdirSync(place, { mode: 0o700 });
  writeFileSync(join(acars, 'old/login.php'), 'theirs');
  symlinkSync('gone', link);
  const moved = [acars, link].map((path) => ({ path, why: 'replaced' }));
  applySteps(planBackup({ place, folder, moved, made: [], now: new Date(0) }), folder);
  mkdirSync(acars);
  writeFileSync(join(acars, 'login.php'), 'ours');
  return { root, folder, place, acars, link, backup: join(place, 'backups/1970-01-01T00-00-00-000Z') };
}

test('what was moved is put back, also a link that leads nowhere', (t) => {
  const { folder, place, acars, link } = install(t);
  applySteps(planUndo(place, folder), folder);
  assert.equal(readFileSync(join(acars, 'old/login.php'), 'utf8'), 'theirs');
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.deepEqual(planUndo(place, folder), []);
});

test('nothing is undone when something in the backup cannot be read', (t) => {
  const { root, folder, place, acars, backup } = install(t);
  // As root everything can be read: the plan is made with the rights of another user.
  const user = isRoot() ? { uid: 65534, gid: 65534 } : ownerOf(root);
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    if (isRoot()) lchownSync(join(root, name), user.uid, user.gid);
  chmodSync(root, 0o755);
  chmodSync(join(backup, 'acars/old/login.php'), 0);
  assert.throws(
    () => asOwner(user, () => planUndo(place, folder)),
    (error) => error instanceof CrewCenterError && /login\.php cannot be put back: EACCES/.test(error.message),
  );
  assert.equal(readFileSync(join(acars, 'login.php'), 'utf8'), 'ours');
});

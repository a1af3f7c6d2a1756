import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { file } from '../../../build/release/entry.ts';
import { packProgram } from '../../../build/release/packed-program.ts';
import { handoverTo } from '../../../build/release/sign.ts';
import { makeSigningKey, type SigningKey, signatureOf } from '../../../build/release/signing-key.ts';
import { systemClock } from '../../lib/clock.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { packageVersion } from '../../lib/version.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { readRestoreRequest } from '../backups/restore-request.ts';
import { ProgramPlace } from './program-place.ts';
import { Programs } from './programs.ts';

const system = `${process.platform}-${process.arch}`;
const foreign = system === 'linux-x64' ? 'linux-arm64' : 'linux-x64';
const journalVersion = 7;
const formats = [{ file: 'journal.sqlite', newest: journalVersion }];
const [newer, older] = ['99.0.0', '0.0.1'];

interface Upload {
  readonly version?: string;
  readonly system?: string;
  /** The version of the journal that it writes. */
  readonly journal?: number;
  readonly key?: SigningKey | null;
  readonly signedAs?: string;
}

/** A private place whose program is this checkout, beside a site. */
class World {
  readonly place: string;
  readonly site: string;
  readonly data: string;
  readonly uploads: string;
  readonly key: SigningKey;
  readonly audit: string[] = [];
  readonly programs: Programs;
  copies = 0;

  constructor(t: TestContext, knowsKeys = true) {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-programs-'));
    t.after(() => rmSync(folder, { recursive: true }));
    [this.place, this.site] = [join(folder, 'place'), join(folder, 'site')];
    [this.data, this.uploads] = [join(this.place, 'data'), join(this.site, 'acars/program')];
    for (const path of [this.place, this.data, join(this.place, 'program', packageVersion()), this.uploads])
      mkdirSync(path, { recursive: true });
    writeFileSync(join(this.place, 'program.txt'), `${packageVersion()}\n`);
    writeFileSync(join(this.place, 'program', packageVersion(), 'tracker'), '#!/bin/sh\n');
    this.saveFormats(packageVersion(), journalVersion);
    this.saveJournal(journalVersion);
    this.key = makeSigningKey(join(folder, 'key'));
    this.programs = new Programs({
      place: new ProgramPlace(this.place),
      dataDirectory: this.data,
      site: this.site,
      keys: knowsKeys ? [this.key.publicKey] : [],
      formats,
      clock: systemClock,
      copyData: async () => {
        this.copies++;
        return join(this.data, 'before-upgrade-x');
      },
      saveAudit: async (...entry) => void this.audit.push(entry.join(' ')),
    });
  }

  saveFormats(version: string, journal: number): void {
    const release = { version, released: '2024-04-06', summary: '', changes: [], data: { 'journal.sqlite': journal } };
    writeFileSync(join(this.place, 'program', version, 'version.json'), JSON.stringify(release));
  }

  saveJournal(version: number): void {
    using database = openSqlite(join(this.data, 'journal.sqlite'));
    database.exec(`PRAGMA user_version = ${version}`);
  }

  /** Uploads a program in several parts; returns their paths. */
  upload({
    version = newer,
    system: of = system,
    journal = journalVersion,
    key = this.key,
    signedAs = version,
  }: Upload = {}) {
    const data = { 'journal.sqlite': journal };
    const entries = [file('tracker', '#!/bin/sh\necho new\n', true), file('dist/a.bin', Buffer.alloc(1_500_000, 'ab'))];
    const packed = packProgram({ version, system: of, data }, entries, 1_000);
    const name = `program-${of}`;
    if (key !== null) {
      const comment = `timestamp:1\tfile:${name}\tversion:${signedAs}`;
      writeFileSync(join(this.uploads, `${name}.sig`), signatureOf(packed.head, comment, key));
    }
    return packed.parts.map((bytes, index) => {
      const path = join(this.uploads, `${name}.part${index + 1}`);
      writeFileSync(path, bytes);
      return path;
    });
  }

  chosen = () => readFileSync(join(this.place, 'program.txt'), 'utf8').trim();
  update = (from: string | null = null) => this.programs.updateProgram('tester', from);

  async assertRefused(expected: RegExp): Promise<void> {
    await assert.rejects(this.update(), (error: unknown) => {
      assert.ok(isRefusal(error, 'invalid'), String(error));
      assert.match(error.message, expected);
      return true;
    });
    assert.equal(this.chosen(), packageVersion());
    assert.deepEqual(readdirSync(join(this.place, 'program')), [packageVersion()]);
    assert.deepEqual(this.audit, []);
  }
}

test('a newer signed program in the folder of the site is found, unpacked, and started next; its parts are taken away', async (t) => {
  const world = new World(t);
  mkdirSync(join(world.place, 'program/0.0.9'));
  world.upload();
  const before = await world.programs.readProgram();
  const data = 'The data stay as they are.';
  const usable = { version: newer, signedBy: world.key.publicKey.id, data };
  assert.deepEqual(before.uploaded, [{ name: `program-${system}`, usable, problem: null }]);
  assert.deepEqual([before.next, before.before], [null, null]);
  assert.equal(await world.update(), newer);
  assert.equal(await world.programs.switched, newer);
  assert.equal(world.chosen(), newer);
  assert.deepEqual(readdirSync(join(world.place, 'program')).toSorted(), [packageVersion(), newer].toSorted());
  assert.equal(existsSync(world.uploads), false);
  const after = await world.programs.readProgram();
  assert.deepEqual([after.next, after.uploaded], [newer, []]);
  assert.deepEqual(world.audit, [
    `tester program-update ${newer} from ${packageVersion()}, signed by ${world.key.publicKey.id}`,
  ]);
  assert.equal(world.copies, 0);
});

test('what must not run is refused in words, and nothing is changed', async (t) => {
  const other = new World(t);
  const cases: readonly (readonly [RegExp, (world: World) => void])[] = [
    [/no packed program in .*acars\/program/, () => {}],
    [/is not signed: there is no program-\S+\.sig/, (world) => world.upload({ key: null })],
    [/signed by the key \w{16}, which is not known here/, (world) => world.upload({ key: other.key })],
    [/says 99\.0\.0 .*was signed as 98\.0\.0/, (world) => world.upload({ signedAs: '98.0.0' })],
    [/older than this/, (world) => world.upload({ version: older })],
    [/runs already/, (world) => world.upload({ version: packageVersion() })],
    [/is for linux-\w+, and this is/, (world) => world.upload({ system: foreign })],
    [/part2 has 999 bytes and must have 1000/, (world) => truncateSync(world.upload()[1] ?? '', 999)],
    [/part1 has|no packed program/, (world) => truncateSync(world.upload()[0] ?? '', 100)],
    [/part\d has/, (world) => appendFileSync(world.upload().at(-1) ?? '', 'x')],
    [/part2 is missing/, (world) => rmSync(world.upload()[1] ?? '')],
    [/is missing/, (world) => rmSync(world.upload().at(-1) ?? '')],
    [/was changed while it was uploaded/, (world) => flip(world.upload().at(-1) ?? '', 5)],
    [/did not sign it|no packed program/, (world) => flip(world.upload()[0] ?? '', 130)],
  ];
  for (const [expected, prepare] of cases) {
    const world = new World(t);
    prepare(world);
    await world.assertRefused(expected);
    const { uploaded } = await world.programs.readProgram();
    const isSeenBefore = uploaded.every(({ usable, problem }) =>
      usable === null ? expected.test(problem ?? '') : true,
    );
    assert.ok(isSeenBefore, String(expected));
  }
});

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('a build that knows no keys takes nothing, as with every release', async (t) => {
  const world = new World(t, false);
  world.upload();
  await world.assertRefused(/this build is unsigned and knows no key of releases; TRACKER_RELEASE_KEY/);
});

test('a key that was handed over signs too', async (t) => {
  const world = new World(t);
  const next = makeSigningKey(join(world.place, 'next'));
  world.upload({ key: next });
  await world.assertRefused(/is not known here/);
  const handovers = JSON.stringify([handoverTo(next.publicKey.line, world.key)]);
  writeFileSync(join(world.uploads, `program-${system}.keys`), handovers);
  assert.equal(await world.update(), newer);
});

test('two updates at once: one unpacks, the other finds that nothing is left to do', async (t) => {
  const world = new World(t);
  world.upload();
  const both = await Promise.allSettled([world.update(), world.update()]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.equal(world.chosen(), newer);
  assert.equal(world.audit.length, 1);
});

test('where the room ends, that is said, nothing half-made is left, and this version goes on', async (t) => {
  const world = new World(t);
  world.upload();
  // A folder where the file with the version is made: it stands for whatever refuses the write.
  rmSync(join(world.place, 'program'), { recursive: true });
  writeFileSync(join(world.place, 'program'), '');
  await assert.rejects(world.update(), (error: unknown) => isRefusal(error, 'invalid'));
  assert.equal(world.chosen(), packageVersion());
});

test('returning to the program of before: at once where the data stayed, with a loss that is agreed to where they did not', async (t) => {
  const world = new World(t);
  const back = (mayLose = false) => world.programs.returnProgram('tester', mayLose);
  await assert.rejects(back(), /no version to return to/);
  writeFileSync(join(world.place, 'program-before.txt'), '0.1.0\n');
  await assert.rejects(back(), /no version to return to/);
  mkdirSync(join(world.place, 'program/0.1.0'));
  writeFileSync(join(world.place, 'program/0.1.0/tracker'), '');
  world.saveFormats('0.1.0', journalVersion - 1);
  await assert.rejects(back(true), /cannot read them, and no copy/);
  const backup = join(world.data, 'before-upgrade-y');
  const update = { from: '0.1.0', to: packageVersion(), at: 0, backup };
  writeFileSync(join(world.place, 'program-update.json'), JSON.stringify(update));
  const { before } = await world.programs.readProgram();
  assert.match(before?.loses ?? '', /journal\.sqlite 6 to 7.*copy of 1970-01-01 00:00 UTC.*are lost here/);
  await assert.rejects(back(), /are lost here.* Confirm/);
  assert.equal(world.chosen(), packageVersion());
  assert.equal(await back(true), '0.1.0');
  assert.deepEqual([world.chosen(), readRestoreRequest(world.data)], ['0.1.0', backup]);
  assert.deepEqual(world.audit, [`tester program-return 0.1.0 from ${packageVersion()}`]);
});

test('an update that changes the form of the data copies them before', async (t) => {
  const world = new World(t);
  world.upload({ journal: journalVersion + 1 });
  const [found] = (await world.programs.readProgram()).uploaded;
  assert.match(found?.usable?.data ?? '', /journal.sqlite 7 to 8\), so going back needs a backup/);
  await world.update();
  assert.equal(world.copies, 1);
  const saved = JSON.parse(readFileSync(join(world.place, 'program-update.json'), 'utf8')) as { backup: string };
  assert.equal(saved.backup, join(world.data, 'before-upgrade-x'));
});

test('a folder can be named, also by one of its parts', async (t) => {
  for (const pick of [
    (parts: readonly string[]) => parts[1] ?? '',
    (_: readonly string[], world: World) => world.uploads,
  ]) {
    const world = new World(t);
    assert.equal(await world.update(pick(world.upload(), world)), newer);
  }
});

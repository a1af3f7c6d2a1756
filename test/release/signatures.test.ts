import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { handoverTo, readSigner } from '../../build/release/sign.ts';
import { readSigningKey } from '../../build/release/signing-key.ts';
import { names, next, SignedWorld } from './signed-world.ts';

/** A file is refused in one sentence, and nothing was made. */
const sentence = /^(?:tracker: )?[^\n]+[.;:]?[^\n]*$/;

test('a release is announced by what its owner signed, from a folder and from an address', async (t) => {
  const world = new SignedWorld(t);
  const key = world.key('key');
  const folder = world.release({ key });
  const server = createServer((request, response) => {
    const file = join(folder, request.url ?? '');
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/version.json`;
  for (const source of [join(folder, 'version.json'), url]) {
    const { code, text } = await world.check(source, key);
    assert.equal(code, 0, text);
    assert.match(
      text,
      /^99\.1\.2 is newer than this, .*Signed by the key [0-9A-F]{16}\.\nFaster maps\. The data are upgraded/,
    );
    assert.match(text, /journal\.sqlite \d+ to 99.*\n- One\.\n- Two\.$/);
    const { newest, isNewer, signedBy } = JSON.parse((await world.check(source, key, '--json')).text);
    assert.deepEqual([newest, isNewer, signedBy], [next, true, key.publicKey.id]);
  }
  assert.equal((await world.check('http://127.0.0.1:9/version.json', key)).code, 1);
});

test('every file, changed by a bit, unsigned, renamed, or signed by a stranger, is refused in one sentence', async (t) => {
  const world = new SignedWorld(t);
  const [key, stranger] = [world.key('key'), world.key('stranger')];
  const [folder, theirs] = [world.release({ key }), world.release({ key: stranger })];
  for (const name of [...names, 'version.json', 'SHA256SUMS']) {
    const file = join(folder, name);
    const good = await world.check(file, key);
    assert.equal(good.code, 0, good.text);
    const [bytes, signature] = [readFileSync(file), readFileSync(`${file}.minisig`)];
    const cases: readonly (readonly [says: RegExp, spoil: () => void])[] = [
      [/was changed/, () => writeFileSync(file, flip(bytes, bytes.length >> 1))],
      // The signature itself, and the comment that is signed with it: what the file is and of which version.
      [/was changed|no signature|not known/, () => writeFileSync(`${file}.minisig`, flip(signature, 120))],
      [/was changed/, () => writeFileSync(`${file}.minisig`, String(signature).replace('99.1.2\n', '99.1.3\n'))],
      [/no signature/, () => writeFileSync(`${file}.minisig`, '')],
      [/which is not known here/, () => cpSync(`${join(theirs, name)}.minisig`, `${file}.minisig`)],
    ];
    for (const [says, spoil] of cases) {
      spoil();
      const { code, text } = await world.check(file, key);
      assert.equal(code, 1, `${name} ${says}`);
      assert.match(text, says, name);
      assert.match(text, sentence);
      writeFileSync(file, bytes);
      writeFileSync(`${file}.minisig`, signature);
    }
    const other = join(folder, `copy-of-${name}`);
    cpSync(file, other);
    assert.match((await world.check(other, key)).text, /is not signed: there is no copy-of-/);
    cpSync(`${file}.minisig`, `${other}.minisig`);
    assert.match((await world.check(other, key)).text, /it was signed as /);
  }
  assert.equal(existsSync(join(world.folder, 'data')), false, 'a check makes no data');
});

test('what is for another system, or older than this, is not for here', async (t) => {
  const world = new SignedWorld(t);
  const key = world.key('key');
  const old = world.release({ key }, '0.0.9');
  const { code, text } = await world.check(join(old, 'va-tracker_0.0.9_amd64.deb'), key);
  assert.equal(code, 1);
  assert.match(text, /is 0\.0\.9, older than this/);
  assert.match((await world.check(join(old, 'version.json'), key)).text, /0\.0\.9 is not newer\. Signed/);
  const folder = world.release({ key });
  const wrong = `va-tracker-${next}-windows-arm64.zip`;
  const { signedFiles } = await import('../../build/release/sign.ts');
  const made = new Map([[wrong, Buffer.from('windows')]]);
  for (const [name, bytes] of signedFiles(made, next, 1, { key, handovers: [], knownKeys: [] }))
    writeFileSync(join(folder, name), bytes);
  assert.match((await world.check(join(folder, wrong), key)).text, /is for windows-arm64, and this is \w+-\w+/);
});

test('a build that knows no key says that it is unsigned', async (t) => {
  const world = new SignedWorld(t);
  const folder = world.release({ key: world.key('key') });
  const { code, text } = await world.check(join(folder, 'version.json'), null);
  assert.equal(code, 1);
  assert.match(text, /this build is unsigned and knows no key/);
  const unsigned = world.release({});
  assert.ok(readdirSync(unsigned).every((name) => !name.endsWith('.minisig')));
  assert.match((await world.check(join(unsigned, 'version.json'), world.key('other'))).text, /is not signed/);
});

test('a key hands over to the next, and that one to another; nobody else can', async (t) => {
  const world = new SignedWorld(t);
  const [one, two, three, stranger] = ['one', 'two', 'three', 'stranger'].map((name) => world.key(name));
  assert.ok(one && two && three && stranger);
  const handovers = [handoverTo(two.publicKey.line, one), handoverTo(three.publicKey.line, two)];
  const folder = world.release({ key: three, handovers });
  assert.equal((await world.check(join(folder, 'version.json'), one)).code, 0);
  assert.match((await world.check(join(folder, 'version.json'), stranger)).text, /not known here/);
  const forged = [
    handoverTo(stranger.publicKey.line, stranger),
    { ...handoverTo(two.publicKey.line, one), publicKey: stranger.publicKey.line },
  ];
  const theirs = world.release({ key: stranger, handovers: forged });
  assert.match((await world.check(join(theirs, 'version.json'), one)).text, /not known here/);
  // Lost: no handover. The operator names the new key, which came another way.
  const lost = world.release({ key: three, handovers: [] });
  assert.match((await world.check(join(lost, 'version.json'), one)).text, /not known here; known: [0-9A-F]{16}/);
  assert.equal((await world.check(join(lost, 'version.json'), three)).code, 0);
});

test('a release that names the next key knows both; one made again knows the same', (t) => {
  const world = new SignedWorld(t);
  const [one, two] = [world.key('one'), world.key('two')];
  const path = join(world.folder, 'one');
  const signer = readSigner({ key: path, next: join(world.folder, 'two.pub') });
  assert.deepEqual(signer.knownKeys, [one.publicKey.line, two.publicKey.line]);
  assert.deepEqual(readSigner({ known: signer.knownKeys }).knownKeys, signer.knownKeys);
  assert.equal(signer.handovers.length, 1);
  assert.throws(() => readSigner({ next: two.publicKey.line }), /give --key too/);
});

test('a key is rotated as the page says: each release is believed by the build before it, and by older ones', async (t) => {
  const world = new SignedWorld(t);
  const [one, two, three] = [world.key('one'), world.key('two'), world.key('three')];
  const path = (name: string) => join(world.folder, name);
  // `--key one`, then `--key one --next two.pub`, `--key two --handovers FILE`, `--key two --next three.pub …`, `--key three …`.
  const steps = [
    { key: path('one') },
    { key: path('one'), next: path('two.pub') },
    { key: path('two') },
    { key: path('two'), next: path('three.pub') },
    { key: path('three') },
  ];
  const made: { folder: string; knownKeys: readonly string[] }[] = [];
  for (const options of steps) {
    const before = made.at(-1);
    const signer = readSigner({ ...options, handovers: before && join(before.folder, 'handovers.json') });
    made.push({ folder: world.release(signer), knownKeys: signer.knownKeys });
  }
  assert.deepEqual(
    made.map(({ knownKeys }) => knownKeys.length),
    [1, 2, 1, 2, 1],
  );
  const file = (folder: string) => join(folder, 'version.json');
  const [first, , , , last] = made;
  assert.ok(first && last);
  for (const { folder } of made) assert.equal((await world.check(file(folder), one)).code, 0, folder);
  for (const { folder } of made.slice(2)) assert.equal((await world.check(file(folder), two)).code, 0, folder);
  assert.equal((await world.check(file(last.folder), three)).code, 0);
  // Backwards nobody hands over: a build that knows the newest key alone refuses what an old key signs.
  assert.match((await world.check(file(first.folder), three)).text, /not known here/);
});

test('a secret key that others may read, or with a password, signs nothing', (t) => {
  const world = new SignedWorld(t);
  world.key('key');
  const path = join(world.folder, 'key');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('RWQAA', 'RWRTY'));
  assert.throws(() => readSigningKey(path), /has a password/);
  writeFileSync(path, 'nothing');
  assert.throws(() => readSigningKey(path), /no secret key/);
  spawnSync('chmod', ['644', path]);
  if (process.platform !== 'win32') assert.throws(() => readSigningKey(path), /can be read by others/);
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

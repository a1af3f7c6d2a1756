// needs: php
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { smallPacked, writeParts } from './packed-program.ts';
import { findPhp } from './php.ts';

interface SetUp {
  /** Null when it was set up to its end. */
  readonly said: string | null;
  readonly step: string;
  /** Sizes of files by path below the account's folder; -1 for a folder. */
  readonly tree: Readonly<Record<string, number>>;
}

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracker-full-'));
  mkdirSync(join(folder, 'home'));
  writeParts(join(folder, 'uploaded/public_html/acars/program'), smallPacked());
});
after(() => rmSync(folder, { recursive: true }));

/** Sets up on a disk of this room, once more after it got as much as it needs: what is said and there each time. */
function setUpWith(room: string): readonly [full: SetUp, wide: SetUp] {
  const home = join(folder, 'home');
  const acars = join(home, 'public_html/acars');
  const site = {
    phpvms: 5,
    folder: join(home, 'public_html'),
    docroot: join(home, 'public_html'),
    public: [],
    url: '',
    parts: join(acars, 'program'),
    storage: '',
    inside: '',
    placeFile: join(acars, '_tracker_place.php'),
    placeText: ["<?php\nreturn array(\n    'place' => '", "',\n);\n"],
    keyFile: join(acars, '_tracker_key.php'),
    keyText: ["<?php\nreturn array('key' => '", "');\n"],
  };
  const php = `'${findPhp()}' -d disable_functions=proc_open,exec,popen,shell_exec '${import.meta.dirname}/phpvms5/set-up-on-full-disk.php' '${edgeSource}' '${home}' "$1"`;
  const script = `set -e; mount -t tmpfs -o mode=755,${room} tmpfs '${home}'; cp -r '${folder}/uploaded/.' '${home}'
    ${php}; mount -o remount,size=64m,nr_inodes=1000 '${home}'; ${php}`;
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const args = [...user, '--mount', 'sh', '-c', script, 'sh', JSON.stringify(site)];
  const { stdout, stderr, status } = spawnSync('unshare', args, { encoding: 'utf8' });
  assert.equal(status, 0, `${room}: ${stderr}`);
  const [full, wide] = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return [full, wide] as readonly [SetUp, SetUp];
}

/** The root, three folders and four parts. */
const uploadedFiles = 8;
const pageKib = 4;
const uploadedKib = smallPacked().parts.reduce(
  (sum, { length }) => sum + Math.ceil(length / (pageKib * 1_024)) * pageKib,
  0,
);
/** From the first write to more than is needed. */
const rooms = [
  ...Array.from({ length: 20 }, (_, more) => `size=64m,nr_inodes=${uploadedFiles + more}`),
  ...Array.from({ length: 12 }, (_, more) => `size=${uploadedKib + more * pageKib}k,nr_inodes=1000`),
  ...[1, 2, 3, 4].map((more) => `size=${uploadedKib + more * 700}k,nr_inodes=1000`),
];
const halfMade = /\.new|half|unpack\.(json|txt)|control-|\.try-/;

test('at whatever step the room or the number of files ends, that is said, nothing half-made stays, and set-up goes on later', () => {
  const uploaded = Object.keys(setUpWith('size=64m,nr_inodes=8')[0].tree).sort();
  assert.equal(uploaded.length, uploadedFiles - 1);
  let whole: SetUp['tree'] | null = null;
  const steps = new Set<string>();
  for (const room of rooms) {
    const [full, wide] = setUpWith(room);
    assert.deepEqual([wide.said, wide.step], [null, 'start'], `${room}, after: ${full.said}`);
    whole ??= wide.tree;
    assert.deepEqual(wide.tree, whole, room);
    steps.add(full.step);
    if (full.said !== null) assert.match(full.said, /full|room/, room);
    else assert.equal(full.step, 'start', room);
    if (full.step === 'look') assert.deepEqual(Object.keys(full.tree).sort(), uploaded, room);
    for (const [path, size] of Object.entries(full.tree)) {
      assert.doesNotMatch(path, halfMade, room);
      if (!uploaded.includes(path)) assert.equal(size, whole[path], `${room}: ${path} is whole`);
    }
  }
  assert.deepEqual([...steps].sort(), ['look', 'start', 'update']);
});

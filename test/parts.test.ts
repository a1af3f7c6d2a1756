// alone: it changes where its process finds programs
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { checkChromium, checkMariadb, checkPhp, type PartCheck } from './hosts/part-checks.ts';
import { findPart, findUnchecked } from './hosts/parts.ts';

const ownPath = process.env.PATH;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracker-parts-'));
  // Nothing else is found, not even what would install it.
  process.env.PATH = folder;
});
afterEach(() => {
  process.env.PATH = ownPath;
  rmSync(folder, { recursive: true });
});

function write(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

const cases: readonly [what: string, check: PartCheck, script: string, problem: RegExp | null][] = [
  ['PHP with its extensions', checkPhp, 'echo "mysqli pdo_mysql session tokenizer json"', null],
  ['PHP without a database', checkPhp, 'echo "[PHP Modules] session tokenizer json"', /lacks mysqli, pdo_mysql$/],
  ['PHP that lacks a library', checkPhp, 'exit 127', /does not run$/],
  ['MariaDB that starts', checkMariadb, 'exit 0', null],
  ['MariaDB that does not', checkMariadb, 'exit 7', /does not start$/],
  ['Chromium', checkChromium, 'echo "<html><p>opened</p>"', null],
  ['a Chromium that sends to a shop', checkChromium, 'echo "Install the snap."', /opens no page$/],
];

for (const [index, [what, check, script, problem]] of cases.entries()) {
  test(`a part is there when what suites use of it is there: ${what}`, () => {
    const name = `program-${index}`;
    write(name, script);
    const part = { name: what, programs: [name], packages: ['a-package'], check };
    if (problem === null) assert.deepEqual(findPart(part), [join(folder, name)]);
    else {
      assert.match(check([join(folder, name)]) ?? '', problem);
      assert.throws(
        () => findPart(part),
        /is needed here, and .*\. This installs it: sudo apt-get install .* a-package$/,
      );
    }
  });
}

test('a program that is not there is named', () => {
  const part = { name: 'Two', programs: ['one-of-two', 'other-of-two'], packages: ['two'], check: () => null };
  assert.throws(() => findPart(part), /Two is needed here, and one-of-two and other-of-two are not installed\./);
});

test('a program that does as well is taken where it is there, and the better one is not, or does not run', () => {
  const part = (name: string) => {
    const check = checkChromium;
    return { name, programs: ['small'], otherwise: ['large'], packages: ['a-small-one'], check };
  };
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  assert.equal(findUnchecked(part('neither')), null);
  assert.throws(() => findPart(part('neither')), /, and small is not installed\. .* a-small-one$/);
  write('large', 'echo "<p>opened</p>"');
  assert.deepEqual([findUnchecked(part('large')), findPart(part('large'))], [[large], [large]]);
  write('small', 'exit 127');
  assert.deepEqual([findUnchecked(part('broken')), findPart(part('broken'))], [[small], [large]]);
  write('small', 'echo "<p>opened</p>"');
  assert.deepEqual([findUnchecked(part('both')), findPart(part('both'))], [[small], [small]]);
  write('small', 'exit 127');
  write('large', 'echo "Install the snap."');
  assert.throws(() => findPart(part('useless')), /, and \S+small opens no page\. .* a-small-one$/);
});

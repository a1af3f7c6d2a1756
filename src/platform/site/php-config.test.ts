import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PhpSyntaxError, readPhpConfig } from './php-config.ts';

const read = (code: string) => readPhpConfig(Buffer.from(`<?php\n${code}`), 'x.php');

test('literals are read as PHP would take them', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    [`define('A', 'it\\'s \\\\ "so"');`, `it's \\ "so"`],
    [`define("A", "tab\\tand \\x41");`, 'tab\tand A'],
    [`define ( 'A' , TRUE ) ;`, true],
    [`const A = -12.5;`, -12.5],
    [`const B = 1, A = null;`, null],
    [`@define('A', '');`, ''],
    [`// define('A', 'old');\n# define('A', 'older');\n/* define('A', 1); */ define('A', 'new');`, 'new'],
    [`define('A', 'first');\r\ndefine('A', 'second');`, 'first'],
    [`define('A', 'Zürich');`, 'Zürich'],
  ];
  for (const [code, value] of cases) assert.deepEqual(read(code).constants.get('A'), value, code);
});

test('older files are ISO-8859-1', () => {
  const bytes = Buffer.from(`<?php define('A', 'Z\xfcrich'); Config::Set('MONEY', '\xa3');`, 'latin1');
  assert.equal(readPhpConfig(bytes, 'x.php').constants.get('A'), 'Zürich');
});

test('the last setting counts, lists are maps', () => {
  const { settings } = read(
    `Config::Set('A', 1); Config::Set('A', array(0 => array('x' => true), 'y', 7 => 'z', 'w'));`,
  );
  const list = settings.get('A') as ReadonlyMap<string, unknown>;
  assert.deepEqual([...list.keys()], ['0', '1', '7', '8']);
  assert.deepEqual(list.get('0'), new Map([['x', true]]));
});

test('what would have to be run is named with its line, and not read', () => {
  const { constants, notRead } = read(
    `define('A', getenv('A'));\nif (true) { define('B', 1); }\ninclude 'other.php';\n$x = 1;\ndefine('C', 'a' . 'b');`,
  );
  assert.equal(constants.size, 0);
  assert.deepEqual(
    notRead.map(({ line, what }) => `${line} ${what}`),
    ['2 A', '3 if', '4 include', '5 assign', '6 C'],
  );
});

test('a file that is no PHP is told with its line', () => {
  assert.throws(() => read(`define('A', 'open);`), PhpSyntaxError);
  assert.throws(() => read(`define('A' 1);`), /line 2/);
});

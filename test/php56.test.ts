import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pagesScript, setupFiles, sharedFiles } from '../src/platform/phpvms5/edge-files.ts';
import { newerThan56 } from './php56.ts';

const root = join(import.meta.dirname, '../src/platform/phpvms5');

test('the PHP that runs inside a phpVMS 5 is PHP 5.6', () => {
  const files = globSync('{edge,bridge}/*.php', { cwd: root });
  assert.ok(files.length >= 10);
  for (const file of files) assert.deepEqual(newerThan56(readFileSync(join(root, file), 'latin1'), file), []);
});

test('the edge is small: what each call of a client runs through, what both platforms share, what shows pages', () => {
  const length = (file: string) => readFileSync(join(root, 'edge', file), 'utf8').split('\n').length;
  const shared: readonly string[] = [...sharedFiles, pagesScript];
  const setup: readonly string[] = setupFiles;
  for (const file of setup) assert.ok(length(file) < 200, `${file}: ${length(file)} lines`);
  const isBeside = (file: string) => shared.includes(file) || setup.includes(file);
  const files = globSync(['*', '.htaccess'], { cwd: join(root, 'edge') }).filter((file) => !isBeside(file));
  const lines = files.reduce((sum, file) => sum + length(file), 0);
  assert.ok(lines < 560, `${lines} lines`);
  for (const file of shared) assert.ok(length(file) < 600, `${file}: ${length(file)} lines`);
});

/** One for each construct or function that came after 5.6. */
const newer: readonly string[] = [
  '$a = $b ?? 1;',
  '$a ??= 1;',
  '$a = $b <=> $c;',
  '$a = $b?->c;',
  '$f = fn($x) => $x;',
  '$f = function (): int { return 1; };',
  'function f(): int { return 1; }',
  'function f(int $x) { return $x; }',
  'function f(?array $x) { return $x; }',
  'function f(int|string $x) { return $x; }',
  '[$a, $b] = $c;',
  "['x' => $a] = $c;",
  '$a = [...$b];',
  '$a = 1_000;',
  '$a = "\\u{41}";',
  '$a = match ($b) { 1 => 2, default => 3 };',
  'try { f(); } catch (A | B $e) { }',
  '$a = new class { };',
  'enum A { case B; }',
  'class A { public readonly int $x; }',
  'class A { private const B = 1; }',
  'class A { public int $x; }',
  'class A { public ?A $x; }',
  'class A { function f(): int { return 1; } }',
  'class A { function f(int $x) { } }',
  'class A { function __construct(public $x) { } }',
  'readonly class A { }',
  '#[B] class A { }',
  '$a = new B();',
  '#[A] function f() { }',
  'function f() { yield from g(); }',
  'declare(strict_types=1);',
  'use A\\{B, C};',
  '$a = strlen(string: $b);',
  '$a = strlen(...);',
  '$a = $b ?: throw new E();',
  '$a = random_bytes(3);',
  '$a = intdiv(3, 2);',
  '$a = str_contains($b, $c);',
  '$a = array_key_last($b);',
  '$a = hash_hkdf($b, $c);',
  '$a = preg_replace_callback_array($b, $c);',
  '$a = get_debug_type($b);',
  'f()::g();',
];

for (const code of newer) {
  test(`newer than 5.6: ${code}`, () => assert.notDeepEqual(newerThan56(`<?php\n${code}\n`, 'x.php'), []));
}

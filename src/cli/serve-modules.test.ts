import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { it } from 'node:test';

const source = resolve(import.meta.dirname, '..');
/** What a start of the embedded crew center on one machine has no use for. */
const others = [
  'cli/commands.ts',
  'cli/conform.ts',
  'cli/fly.ts',
  'journal/mysql/open.ts',
  'platform/phpvms5/open-folder.ts',
  'platform/phpvms7/open-folder.ts',
  'server/health/metrics.ts',
];
const importing = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.ts)';/gm;

/** The files that are loaded with this one, before any of its code runs. */
function loadedWith(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(importing)) loadedWith(join(file, '..', path), found);
  return found;
}

/** The files that are loaded with these, by their path below the source. */
function namesWith(...files: readonly string[]): ReadonlySet<string> {
  const loaded = files.flatMap((file) => [...loadedWith(join(source, file))]);
  return new Set(loaded.map((file) => relative(source, file).replaceAll('\\', '/')));
}

it('a start of the server loads no other command, no other crew center, no other journal and no figures', () => {
  const names = namesWith('cli/main.ts', 'cli/serve.ts');
  assert.ok(names.has('server/app.ts') && names.has('platform/embedded/crew-center.ts'), 'the imports were not found');
  assert.deepEqual(
    others.filter((name) => names.has(name)),
    [],
  );
});

it('what cron and PHP ask whether the server runs loads neither the server nor the journal', () => {
  const names = [...namesWith('cli/main.ts', 'cli/keep.ts')];
  assert.ok(names.includes('server/place/place.ts'), 'the imports were not found');
  const needless = /^(?:server\/tracker|journal\/open|platform\/embedded\/crew-center|lib\/log|contracts\/.*)\.ts$/;
  assert.deepEqual(
    names.filter((name) => needless.test(name)),
    [],
  );
});

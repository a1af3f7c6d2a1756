import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { moduleSource } from './module-files.ts';

const page = readFileSync(join(moduleSource, 'Resources/views/map.blade.php'), 'utf8');
const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];

const reached = { ok: true, headers: new Headers({ 'content-type': 'text/css; charset=utf-8' }) };
const cases: readonly (readonly [what: string, answer: () => Promise<unknown>, shown: 'map' | 'no map'])[] = [
  ['the rule passes it on', async () => reached, 'map'],
  ['the crew center answers 404', async () => ({ ...reached, ok: false }), 'no map'],
  [
    'the crew center answers with a page',
    async () => ({ ok: true, headers: new Headers({ 'content-type': 'text/html' }) }),
    'no map',
  ],
  ['the web server redirects, or nobody answers', () => Promise.reject(new TypeError('fetch')), 'no map'],
];

test('without scripts the module’s page leads to no address that leads back to it', () => {
  const links = [...page.matchAll(/href="{{ \$(\w+) }}"/g)].map(([, name]) => name);
  assert.deepEqual(links, ['own', 'map']);
  assert.match(page, /<p id="tracker-map" [^>]* hidden>\s*[^<]*<a href="{{ \$map }}">/);
});

for (const [what, answer, shown] of cases)
  test(`the module's page shows the way to Tracker's map only where it is reached: ${what}`, async () => {
    const parts = {
      'tracker-map': { hidden: true, dataset: { address: 'https://crew.example/tracker/' } },
      'tracker-no-map': { hidden: true },
    };
    const asked: string[] = [];
    const fetch = (address: string, { redirect }: { redirect: string }) => {
      asked.push(`${redirect} ${address}`);
      return answer();
    };
    runInNewContext(script, { document: { getElementById: (id: keyof typeof parts) => parts[id] }, fetch });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(asked, ['error https://crew.example/tracker/brand.css']);
    assert.deepEqual([parts['tracker-map'].hidden, parts['tracker-no-map'].hidden], [shown !== 'map', shown === 'map']);
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../site/observation.ts';
import type { ServerRules } from '../site/server-rules/server-rules.ts';
import type { Subject } from './subject.ts';
import { unruledPaths } from './unruled.ts';

const rules: ServerRules = {
  sitePath: '/crew',
  shown: null,
  servers: ['127.0.0.1:8787'],
  passed: [],
  handedOver: [],
  denied: ['backup/', 'core/keys\\.php$'],
  besidePublic: null,
};
const place = { folder: '/srv/crew', url: 'https://va.example/crew' };
const subject = { places: [place], kit: { rules } } as unknown as Subject;
const unruled = (deny: readonly string[]) => unruledPaths({ repair: { deny } } as unknown as Observation, subject);

test('of paths that should be denied those are named by their address that no rule denies: files, and folders with a slash', () => {
  assert.deepEqual(unruled(['/srv/crew/backup/', '/srv/crew/core/keys.php']), []);
  assert.deepEqual(unruled(['/srv/crew/old copies/', '/srv/crew/notes.html']), [
    '/crew/old%20copies/',
    '/crew/notes.html',
  ]);
  assert.deepEqual(unruled(['/srv/elsewhere/notes.html']), [], 'what no address shows');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingKinds } from '../site/finding-kinds.ts';
import { checkPage } from './page.ts';

test('every finding is explained on the page, once', () => {
  const sections = [...checkPage().matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  assert.deepEqual(sections.toSorted(), Object.keys(findingKinds).toSorted());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPage, pageSize } from './list.ts';

const pilots = Array.from({ length: 987 }, (_, index) => ({
  ident: `DMO${index + 1}`,
  hours: index === 3 ? null : index,
}));
const shape = {
  words: ({ ident }: (typeof pilots)[number]) => [ident, 'Pilot'],
  sorts: {
    ident: { title: 'Ident', by: ({ ident }: (typeof pilots)[number]) => ident },
    hours: { title: 'Hours', by: ({ hours }: (typeof pilots)[number]) => hours, isDescending: true },
  },
};
const shown = (query: unknown) => {
  const { items, from, to, found, total, page, pages } = listPage(pilots, query, shape);
  return [items[0]?.ident ?? null, from, to, found, total, page, pages];
};

test('a list is shown page by page, and says how many there are', () => {
  const cases: readonly (readonly [query: unknown, expected: unknown[]])[] = [
    [{}, ['DMO1', 1, 50, 987, 987, 1, 20]],
    [{ page: '2' }, ['DMO51', 51, 100, 987, 987, 2, 20]],
    [{ page: '20' }, ['DMO951', 951, 987, 987, 987, 20, 20]],
    [{ page: '999' }, ['DMO951', 951, 987, 987, 987, 20, 20]],
    [{ page: '-1' }, ['DMO1', 1, 50, 987, 987, 1, 20]],
    [{ page: '1e999' }, ['DMO951', 951, 987, 987, 987, 20, 20]],
    [{ page: ['2'], q: { a: 1 }, sort: '__proto__' }, ['DMO1', 1, 50, 987, 987, 1, 20]],
    [{ sort: 'hours' }, ['DMO987', 1, 50, 987, 987, 1, 20]],
    [{ q: 'dmo98 pil' }, ['DMO98', 1, 9, 9, 987, 1, 1]],
    [{ q: 'nobody' }, [null, 0, 0, 0, 987, 1, 1]],
  ];
  for (const [query, expected] of cases) assert.deepEqual(shown(query), expected, JSON.stringify(query));
});

test('what is unknown comes last, whichever way it is sorted', () => {
  const last = listPage(pilots, { sort: 'hours', page: '20' }, shape).items.at(-1);
  assert.deepEqual([last?.ident, pageSize], ['DMO4', 50]);
});

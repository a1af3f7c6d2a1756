import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toTable } from './table.ts';
import { readColumns } from './terminal.ts';

const titles = ['FLIGHT', 'PILOT', 'ERROR'];
const rows = [
  ['Xa81kPq02LmZy7Rt', 'DMO0001', 'the crew center does not respond, and has not for a long time'],
  ['Yb', null, 3],
];

test('columns are cut to the width of a terminal, never the id that commands take, and never in a pipe', () => {
  assert.equal(
    toTable(titles, rows, 40),
    [
      'FLIGHT            PILOT    ERROR',
      'Xa81kPq02LmZy7Rt  DMO0001  the crew cen…',
      'Yb                -        3',
    ].join('\n'),
  );
  assert.match(toTable(titles, rows, null), /for a long time$/m);
  assert.equal(toTable(titles, rows, 200), toTable(titles, rows, null));
});

for (const columns of [10, 28, 31, 40, 60, 80, 120])
  test(`no line is longer than ${columns}, or than its id and the least of each other column`, () => {
    const least = 'Xa81kPq02LmZy7Rt'.length + 2 * (2 + 4);
    for (const line of toTable(titles, rows, columns).split('\n'))
      assert.ok(line.length <= Math.max(columns, least), line);
  });

test('characters that take two cells are counted so, and none is cut in half', () => {
  const lines = toTable(['ID', 'NAME', 'AT'], [['1', '羽田空港東京', 'RJTT']], 17).split('\n');
  assert.deepEqual(lines, ['ID  NAME     AT', '1   羽田空…  RJTT']);
});

test('the width is COLUMNS, else what the terminal says, else 80', () => {
  assert.equal(readColumns({ COLUMNS: '50' }, 120), 50);
  for (const COLUMNS of [undefined, '', '0', '-1', 'wide']) assert.equal(readColumns({ COLUMNS }, 120), 120);
  assert.equal(readColumns({}, undefined), 80);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readColumn, writeColumn } from './chunk-column.ts';

const largest = 2 ** 53 - 1;

for (const values of [
  [largest, -largest, largest, -largest],
  [2 ** 52 + 1, -(2 ** 52) - 3, 5, largest],
  [2 ** 49, -(2 ** 49), 2 ** 49 - 1, Number.NaN],
  [2 ** 49 + 1, Number.NaN, -(2 ** 49) - 1],
]) {
  test(`the numbers of a column are read as they were written, however far apart: ${values.join(' ')}`, () => {
    const out = new ByteWriter();
    writeColumn(out, Float64Array.from(values));
    assert.deepEqual([...readColumn(new ByteReader(out.view()), values.length)], values);
  });
}

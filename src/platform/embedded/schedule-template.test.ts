import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from '../../lib/csv.ts';
import { readCsvLines } from './imports/csv-lines.ts';
import { scheduleColumns, scheduleFile } from './schedule-csv.ts';
import { exampleSchedule } from './schedule-template.ts';

test('a text of a schedule that would be a formula is none in the file, and is imported as it was', async () => {
  const notes = '=HYPERLINK("http://x"); =2+2';
  const cells = { ...exampleSchedule, notes, route: "'=DCT;-1" };
  for (const isExcel of [true, false]) {
    const csv = toCsv([scheduleColumns, scheduleColumns.map((column) => cells[column])], { isExcel });
    assert.match(csv, /"'=HYPERLINK\(""http:\/\/x""\); '=2\+2"/);
    const [line] = (await readCsvLines(csv, scheduleFile)).lines;
    assert.deepEqual([line?.cells.notes, line?.cells.route], [notes, "'=DCT;-1"]);
  }
});

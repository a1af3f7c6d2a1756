import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryDirectory } from '../../test/journal-samples.ts';
import { keyColumns } from '../lib/readable-rows.ts';
import { fileName, prepareFile } from './open.ts';
import { summedTables } from './summed-tables.ts';

test('every table is described by columns that it has, and each of its rows has a name of its own', async (t) => {
  const file = join(temporaryDirectory(t), fileName);
  await prepareFile(file);
  using database = new DatabaseSync(file);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const names = tables.all().map(({ name }) => String(name));
  const described = Object.keys(summedTables);
  assert.deepEqual(
    described.filter((name) => !names.includes(name)),
    [],
  );
  for (const [table, { columns, name, flight }] of Object.entries(summedTables)) {
    const rows = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table);
    const real = rows.map((row) => String(row.name));
    for (const column of [...columns, ...(flight === null ? [] : [flight])])
      assert.ok(real.includes(column), `${table} has no column ${column}`);
    assert.ok(real.includes('sum'), table);
    const key = keyColumns(database, table) ?? rows.filter(({ pk }) => Number(pk) > 0).map((row) => String(row.name));
    // Where nothing else tells rows apart, the number of the row does.
    const unique = key.length === 0 ? ['rowid'] : key;
    const nameOf: readonly string[] = name;
    for (const column of nameOf) assert.ok([...real, 'rowid'].includes(column), `${table} has no column ${column}`);
    assert.ok(
      unique.every((column) => nameOf.includes(column)) || nameOf.includes('rowid'),
      `${table}: ${unique} is not in ${nameOf}`,
    );
  }
});

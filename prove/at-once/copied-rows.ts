import type { Mysql } from '../../src/lib/mysql.ts';

/** A row of a crew center's table. */
export interface Original {
  /** Quoted, with its prefix. */
  readonly table: string;
  readonly key: string;
  readonly id: string;
}

/** Copies a row but for these columns, under a key that the database gives. Answers that key. */
export async function copyRow(
  mysql: Mysql,
  { table, key, id }: Original,
  changes: Readonly<Record<string, string | number | null>>,
): Promise<string> {
  const rows = await mysql.rows(`SHOW COLUMNS FROM ${table}`);
  const kept = rows.map(({ Field }) => String(Field)).filter((name) => name !== key && !(name in changes));
  const names = (columns: readonly string[]) => columns.map((name) => `\`${name}\``).join(', ');
  const columns = names([...Object.keys(changes), ...kept]);
  const values = [...Object.keys(changes).map(() => '?'), names(kept)].join(', ');
  const { insertId } = await mysql.run(
    `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE \`${key}\` = ? LIMIT 1`,
    [...Object.values(changes), id],
  );
  return String(insertId);
}

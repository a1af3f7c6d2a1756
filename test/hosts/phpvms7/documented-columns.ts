import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tables } from './rest-tables.ts';

const page = join(import.meta.dirname, '../../../docs/platforms/phpvms7.md');

/** Makes a database user who may read and write what the documentation lists, and nothing else. */
export async function grantDocumented(tables: Tables, user: string, password: string): Promise<void> {
  await tables.run(`DROP USER IF EXISTS '${user}'@'localhost'`);
  await tables.run(`CREATE USER '${user}'@'localhost' IDENTIFIED BY '${password}'`);
  const [, section = ''] = readFileSync(page, 'utf8').split('\n## Columns\n');
  for (const line of section.split('\n').filter((each) => /^\| [a-z_]+ \|/.test(each) && !each.startsWith('| table'))) {
    const [, table = '', read = '', written = ''] = line.split('|').map((cell) => cell.trim());
    const there = await tables.columns(table).catch(() => new Set<string>());
    const list = (cell: string) =>
      cell
        .split(/,\s*/)
        .filter((name) => there.has(name))
        .map((name) => `\`${name}\``)
        .join(', ');
    const rights = [
      ...(list(read) === '' ? [] : [`SELECT (${list(read)})`]),
      ...(list(written) === '' ? [] : [`${table === 'acars' ? 'INSERT' : 'UPDATE'} (${list(written)})`]),
      // With `ON DUPLICATE KEY UPDATE id = id` MariaDB asks for both rights on every column.
      ...(table === 'acars' ? [`UPDATE (${list(written)})`] : []),
    ];
    if (rights.length > 0) await tables.run(`GRANT ${rights.join(', ')} ON {${table}} TO '${user}'@'localhost'`);
  }
}

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
    if (!(await tables.has(table))) continue;
    const there = await tables.columns(table);
    const list = (cell: string) =>
      cell
        .split(',')
        .map((name) => name.trim())
        .filter((name) => there.has(name))
        .map((name) => `\`${name}\``)
        .join(', ');
    // "rows added: a, b; c": b is written with a new row, c in one that is there.
    const parts = written.split(/;\s*/);
    const added = list(
      isAddedOrRenewed(table)
        ? written.replace(/;.*/, '')
        : (parts.find((part) => part.startsWith('rows added:'))?.slice(11) ?? ''),
    );
    const changed = list(parts.filter((part) => !part.startsWith('rows ')).join(', '));
    const rights = [
      ...(list(read) === '' ? [] : [`SELECT (${list(read)})`]),
      ...(added === '' ? [] : [`INSERT (${added})`]),
      // With `ON DUPLICATE KEY UPDATE id = id` MariaDB asks for both rights on every column of these.
      ...(changed === '' ? [] : [`UPDATE (${changed})`]),
      ...(parts.includes('rows deleted') ? ['DELETE'] : []),
    ];
    if (rights.length > 0) await tables.run(`GRANT ${rights.join(', ')} ON {${table}} TO '${user}'@'localhost'`);
  }
}

/** Tables whose rows are added in one statement with `ON DUPLICATE KEY UPDATE`. */
function isAddedOrRenewed(table: string): boolean {
  return ['acars', 'pirep_events', 'pirep_positions'].includes(table);
}

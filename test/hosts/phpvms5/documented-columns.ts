import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../../docs/platforms/phpvms5.md');

/** The columns that the documentation lists, by table: read, and written. */
export function documentedColumns(): ReadonlyMap<
  string,
  { readonly read: readonly string[]; readonly written: readonly string[] }
> {
  const [, section = ''] = readFileSync(page, 'utf8').split('\n## Columns\n');
  const rows = section.split('\n').filter((line) => /^\| [a-z]+ \|/.test(line) && !line.startsWith('| table |'));
  return new Map(
    rows.map((line) => {
      const [, table = '', read = '', written = ''] = line.split('|').map((cell) => cell.trim());
      return [table, { read: names(read), written: names(written) }] as const;
    }),
  );
}

function names(cell: string): readonly string[] {
  return cell.startsWith('(') ? [] : cell.split(/,\s*/).filter((name) => name !== '');
}

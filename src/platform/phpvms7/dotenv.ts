import { table } from '../../lib/table.ts';

/**
 * Reads a `.env` file as the platform does (vlucas/phpdotenv): names to texts, of several the last counts. Single quotes
 * are literal; double quotes take escapes and `${NAME}`; without quotes a value ends before ` #`.
 */
export function readDotenv(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const entry =
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.]*)[ \t]*=[ \t]*(?:'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\r\n]*))/gm;
  for (const [, name = '', literal, quoted, bare] of text.replace(/^\uFEFF/, '').matchAll(entry)) {
    values.set(name, literal ?? (quoted === undefined ? readBare(bare ?? '', values) : readQuoted(quoted, values)));
  }
  return values;
}

function readBare(text: string, values: ReadonlyMap<string, string>): string {
  return insert(text.replace(/(^|[ \t])#.*$/, '').trim(), values);
}

const escapes = table<string>({ n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' });

function readQuoted(text: string, values: ReadonlyMap<string, string>): string {
  const parts = text.split(/\\([\s\S])/);
  return parts.map((part, index) => (index % 2 === 0 ? insert(part, values) : (escapes[part] ?? part))).join('');
}

function insert(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{([\w.]+)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

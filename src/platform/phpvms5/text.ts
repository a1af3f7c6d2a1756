import type { MysqlSession } from '../../lib/mysql.ts';
import { type Column, quoteName } from './tables.ts';

const cutNotice = '(The log is longer; the crew center holds no more. Tracker keeps all of it.)';

/** The lines as the column holds them, each ended by `*`, cut at a whole line where the column ends. */
export function joinLog(lines: readonly string[], column: Column): string {
  const room = column.maxBytes ?? 65_535;
  const size = (text: string) => bytesIn(column, text);
  let used = 0;
  const kept: string[] = [];
  const whole = lines.reduce((sum, line) => sum + size(`${line}*`), 0) <= room;
  const limit = whole ? room : room - size(`${cutNotice}*`);
  for (const line of lines) {
    used += size(`${line}*`);
    if (used > limit) break;
    kept.push(line);
  }
  return [...kept, ...(whole ? [] : [cutNotice])].map((line) => `${line}*`).join('');
}

const utf8Charsets = new Set(['utf8', 'utf8mb3', 'utf8mb4']);
const wideCharsets = new Set(['ucs2', 'utf16', 'utf16le', 'utf32']);

function bytesIn(column: Column, text: string): number {
  if (column.charset === null || utf8Charsets.has(column.charset)) return Buffer.byteLength(text);
  if (wideCharsets.has(column.charset)) return [...text].length * 4;
  return column.maxBytes === column.maxLength ? text.length : Buffer.byteLength(text);
}

/** The text with `?` for every letter that the column cannot hold, as the database itself decides. */
export async function fitCharset(session: MysqlSession, column: Column, text: string): Promise<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (column.charset === null || /^[\x00-\x7f]*$/.test(text)) return text;
  // The name comes from the database's own description of the column.
  const charset = quoteName(column.charset).slice(1, -1);
  const [row] = await session.rows(`SELECT CONVERT(CONVERT(? USING ${charset}) USING utf8mb4) AS fitted`, [text]);
  return String(row?.fitted ?? '');
}

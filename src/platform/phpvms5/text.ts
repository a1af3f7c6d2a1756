import type { MysqlSession } from '../../lib/mysql.ts';
import { keepCharset } from '../site/charset.ts';
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

/** What a column can hold of a text: letters that its character set lacks are `?`, and its end is cut at a whole letter. */
export async function fitText(session: MysqlSession, column: Column, text: string): Promise<string> {
  return cut(column, await fitCharset(session, column, text));
}

/** The text with `?` for every letter that the column cannot hold, as the database itself decides. */
export async function fitCharset(session: MysqlSession, column: Column, text: string): Promise<string> {
  const known = keepCharset(text, column.charset);
  if (known !== null) return known;
  // The name comes from the database's own description of the column.
  const charset = quoteName(column.charset ?? '').slice(1, -1);
  const [row] = await session.rows(`SELECT CONVERT(CONVERT(? USING ${charset}) USING utf8mb4) AS fitted`, [text]);
  return String(row?.fitted ?? '');
}

/** Whether a row may hold this text at all: a comparison with letters that the column lacks is an error of the database. */
export async function mayHold(session: MysqlSession, column: Column | undefined, text: string): Promise<boolean> {
  return column === undefined || (await fitCharset(session, column, text)) === text;
}

/** Under a strict `sql_mode` a text that is too long is an error, elsewhere it is cut: we cut. A TEXT is measured in bytes. */
function cut(column: Column, text: string): string {
  const { maxLength, maxBytes } = column;
  const isShort =
    (maxLength === null || text.length <= maxLength) && (maxBytes === null || text.length * 4 <= maxBytes);
  if (isShort) return text;
  let letters = 0;
  let bytes = 0;
  let kept = '';
  for (const letter of text) {
    letters += 1;
    bytes += bytesIn(column, letter);
    if (letters > (maxLength ?? letters) || bytes > (maxBytes ?? bytes)) break;
    kept += letter;
  }
  return kept;
}

import type { MysqlSession } from '../../lib/mysql.ts';
import type { LogLine } from '../../tracking/model.ts';
import { type Column, quoteName } from './tables.ts';

/**
 * The platform prints what it stores without escaping (core/templates/pirep_viewreport.php), in text, in attributes and in
 * scripts: what a pilot or a client wrote goes in only as something that no page can take for markup.
 */

/** One line of plain text: no control characters, no tags. */
export function plainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll('<', '(')
    .replaceAll('>', ')')
    .trim();
}

/** As `plainLine`, and safe between quotes: its admin pages put comments and field values into attributes. */
export function plainValue(text: string): string {
  return plainLine(text).replaceAll(/["'`]/g, '’').replaceAll('\\', '/');
}

/** Letters, digits and what codes, routes, registrations and phases are written with; the live map puts them into scripts. */
export function plainCode(text: string): string {
  return text
    .replace(/[^A-Za-z0-9 ./+_()-]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** `[HH:MM] text`, UTC; its pages split the log at `*`, so a `*` within a line becomes `·`. */
export function logLine(line: LogLine): string {
  const text = plainLine(line.text).replaceAll('*', '·');
  return line.at === null ? text : `[${new Date(line.at).toISOString().slice(11, 16)}] ${text}`;
}

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

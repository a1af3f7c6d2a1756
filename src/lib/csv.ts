import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface CsvStyle {
  /** Semicolons and a byte order mark: Excel opens such a file in columns in every country, and reads it as UTF-8. */
  readonly isExcel: boolean;
}

/** Formats rows as CSV (RFC 4180, with line feeds), the last line ended too. No cell is a formula; see `guardFormulas`. */
export function toCsv(rows: readonly (readonly string[])[], { isExcel }: CsvStyle): string {
  const separator = isExcel ? ';' : ',';
  const lines = rows.map((cells) => cells.map((cell) => quote(guardFormulas(cell))).join(separator));
  return `${isExcel ? '\ufeff' : ''}${lines.join('\n')}\n`;
}

/** Where a cell begins, for a program that splits at any of these signs and reads no quotes. */
const begin = String.raw`(?<=(?:^|[,;|\t\r\n])[ \u00a0]*)`;
const formula = "(?='*[=+\\-@＝＋－＠])";
// The sign is looked at first: where it is not there, nothing is looked back for.
const unguarded = new RegExp(`(?=['=+\\-@＝＋－＠])${begin}${formula}|^(?='*[\\t\\r\\n])`, 'g');
const guarded = new RegExp(`(?=')${begin}'${formula}|^'(?='*[\\t\\r\\n])`, 'g');

/**
 * Puts an apostrophe before what a spreadsheet would take for a formula: at the beginning of a text, and after a sign at
 * which the program may split it, because the separator of lists differs from country to country.
 */
export function guardFormulas(text: string): string {
  return text.replace(unguarded, "'");
}

/** Takes away what `guardFormulas` put in. */
export function withoutGuard(text: string): string {
  return text.replace(guarded, '');
}

function quote(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns the separator of a CSV file, which is the most frequent of comma, semicolon and tab in its first line. */
export function separatorOf(csv: string): ',' | ';' | '\t' {
  const [head = ''] = csv.split(/\r?\n|\r/, 1);
  const count = (separator: string) => head.split(separator).length;
  const [best] = ([',', ';', '\t'] as const).toSorted((one, other) => count(other) - count(one));
  return best ?? ',';
}

/**
 * Decodes a file as spreadsheets save it: UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252, which
 * Excel writes where UTF-8 is not chosen.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Sends a CSV file that browsers save, line by line as they come. Its rows may be personal: nothing on the way keeps it.
 * @param name - of the file, without its extension
 */
export function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines));
}

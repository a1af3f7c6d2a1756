import type { LogLine } from '../../tracking/model.ts';

/**
 * Version 5 of the platform prints what it stores without escaping (core/templates/pirep_viewreport.php), in text, in attributes and in
 * scripts: what a pilot or a client wrote goes in only as something that no page can take for markup.
 */

/**
 * One line of plain text that is inert wherever it is printed: no control characters, no tags, nothing that ends a quoted text or
 * begins an entity. Release 2.1.936 prints a whole PIREP as JSON between single quotes (core/templates/route_map.tpl), where a
 * quote or a backslash of the log would run as script; admin pages put comments and field values into attributes, and what a
 * form shows decoded (`&lt;`) it would store again as a tag.
 */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll('<', '(')
    .replaceAll('>', ')')
    .replaceAll(/['`]/g, '’')
    .replaceAll('"', '”')
    .replaceAll('\\', '/')
    .replaceAll(/&(?=[#A-Za-z])/g, '+')
    .trim();
}

/** Letters, digits and what codes, routes, registrations and phases are written with; the live map puts them into scripts. */
export function plainCode(text: string): string {
  return text
    .replace(/[^A-Za-z0-9 ./+_()-]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * A route without the words that the platform takes out of one (PIREPData::fileReport, there even within other words), and none if
 * nothing is left then: its parser (NavData::parseRoute) asks for points by an empty list, which with PHP 8.1 and later ends the
 * page, and the live map's feed for every flight.
 */
export function plainRoute(text: string): string {
  const route = plainCode(text);
  const points = route.replace(/SID|STAR|DCT/g, '').split(' ');
  if (points.every((point) => point === '' || point === '0')) return '';
  return route.replace(/\b(?:SID|STAR|DCT)\b/g, '').trim();
}

/** An airport as four letters and digits, or none of it: a client may name one that nobody knows. */
export function plainIcao(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z0-9]{2,4}$/.test(code) ? code : null;
}

/** `[HH:MM] text`, UTC; its pages split the log at `*`, so a `*` within a line becomes `·`. */
export function logLine(line: LogLine): string {
  const text = plainLine(line.text).replaceAll('*', '·');
  return line.at === null ? text : `[${new Date(line.at).toISOString().slice(11, 16)}] ${text}`;
}

/** Whether clients can send the text in a header: printable ASCII without leading or trailing spaces, which HTTP removes. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

import type { LogLine } from '../tracking/model.ts';

/**
 * Version 5 of the platform prints what it stores without escaping (core/templates/pirep_viewreport.php), in text, in attributes and in
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

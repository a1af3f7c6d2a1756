/**
 * Matches control characters that a terminal interprets (colours, cursor, window title, clipboard), and those that change the
 * text direction: C0 and C1, DEL, Unicode's bidirectional controls and line separators.
 */
const obeyed = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/**
 * Makes untrusted text safe for a terminal: control characters are shown as `\u001b` instead of
 * interpreted. Line feeds are kept. In JSON the result stands for the same text.
 */
export function printable(text: string): string {
  return text.replace(obeyed, show);
}

/** The same for a single line: line feeds are escaped too. */
export function printableInLine(text: string): string {
  return printable(text).replaceAll('\n', show('\n'));
}

function show(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Whether a text is one line, without characters of control: as names are. */
export function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

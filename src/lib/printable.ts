/**
 * Control characters as a terminal would obey them (colours, cursor, window title, clipboard), and those that turn the
 * direction of what follows: C0 and C1, DEL, Unicode's bidirectional controls and line separators.
 */
const obeyed = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/**
 * A text as it can be printed on a terminal, whoever wrote parts of it: control characters are shown as `\u001b` instead of
 * obeyed. Line feeds stay. Within JSON the result stands for the same text.
 */
export function printable(text: string): string {
  return text.replace(obeyed, show);
}

/** The same in one line: a line feed is shown as well. */
export function printableInLine(text: string): string {
  return printable(text).replaceAll('\n', show('\n'));
}

function show(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Punctuation that begins markup, a mention, an emoji or a link somewhere in a message. */
const punctuation = /[!-/:-@[-`{-~]/g;

/**
 * Returns a text that Discord shows as it is: one line, every punctuation mark escaped, so that what a pilot wrote is no
 * mention, link, emoji or markup. Characters that are not seen or turn the direction of the text are left out.
 * @param maxLength - in characters, before escaping; what is cut ends with an ellipsis
 */
export function plainText(text: string, maxLength: number): string {
  const clean = [...text.slice(0, 4 * maxLength).normalize('NFC')]
    .map((each) => (/\s/u.test(each) ? ' ' : each))
    .filter((each) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(each))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = [...clean];
  const cut =
    characters.length <= maxLength
      ? clean
      : `${characters
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`;
  return cut.replaceAll(punctuation, '\\$&');
}

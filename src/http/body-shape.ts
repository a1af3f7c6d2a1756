import { Refusal } from '../tracking/refusals.ts';

/** Levels of lists and objects within each other. */
export const maxNesting = 64;
/** Values in one body: enough for the largest batch of positions, and for a log of 100,000 lines. */
export const maxMembers = 250_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const ampersand = 0x26;

/**
 * Checks how deep and how large a JSON text is before it is parsed: a few kilobytes may stand for millions of objects.
 * Whether the text is valid JSON is left to the parser.
 * @throws Refusal `malformed`
 */
export function checkJsonShape(bytes: Uint8Array): void {
  // A shorter text has no room for either.
  if (bytes.length <= maxNesting) return;
  let depth = 0;
  let members = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) members += 1;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      members += 1;
      if (depth > maxNesting) throw tooDeep();
    } else if (byte === closeList || byte === closeObject) depth -= 1;
    if (members > maxMembers) throw tooMany();
  }
}

/** Index of the quote that ends the string which begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** The same for a form, whose members are separated by `&`. @throws Refusal `malformed` */
export function checkFormShape(bytes: Uint8Array): void {
  let members = 1;
  for (const byte of bytes) {
    if (byte === ampersand) members += 1;
    if (members > maxMembers) throw tooMany();
  }
}

function tooDeep(): Refusal {
  return new Refusal('malformed', { message: `The body is nested deeper than ${maxNesting} levels.` });
}

function tooMany(): Refusal {
  return new Refusal('malformed', { message: `The body has more than ${maxMembers} values; send it in parts.` });
}

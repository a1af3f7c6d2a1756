import { Refusal } from '../tracking/refusals.ts';

/** Maximum nesting of lists and objects. */
export const maxNesting = 64;
/** Maximum number of values in one body: enough for the largest batch of positions, and for a log of 100,000 lines. */
export const maxMembers = 250_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const ampersand = 0x26;

/**
 * Checks the depth and number of values of a JSON text before it is parsed: a few kilobytes may contain millions of objects.
 * Does not check whether the text is valid JSON.
 * @throws Refusal `malformed`
 */
export function checkJsonShape(bytes: Uint8Array): void {
  // A shorter text cannot exceed either limit.
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

/** Returns the index of the closing quote of the string that starts at `start`. */
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
  return new Refusal('malformed', {
    message: `The body is nested more than ${maxNesting} levels deep. Send it with fewer levels.`,
  });
}

function tooMany(): Refusal {
  return new Refusal('malformed', {
    message: `The body has more than ${maxMembers} values. Send it in several requests.`,
  });
}

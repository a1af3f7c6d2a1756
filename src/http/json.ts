import { isAscii, isUtf8 } from 'node:buffer';
import { Refusal } from '../tracking/refusals.ts';
import { checkJsonShape } from './body-shape.ts';

/** Matches `__proto__` as a member's name, in any spelling that JSON allows. */
const protoName =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/**
 * Parses JSON text in UTF-8; undefined when the text is empty.
 * @throws Refusal `malformed`, without the text, which may contain a password
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  checkJsonShape(bytes);
  const text = decode(bytes);
  if (mayNameProto(text) && protoName.test(text))
    throw new Refusal('malformed', { message: 'The body has a member named __proto__, which is not allowed.' });
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed', { message: 'The body is not valid JSON. Check it with a JSON parser.' });
  }
}

/** A cheap pre-check, rarely true: two consecutive underscores, or an escape sequence that may stand for one. */
function mayNameProto(text: string): boolean {
  return text.includes('__') || text.includes('\\');
}

function decode(bytes: Buffer): string {
  // Nearly all bodies are ASCII, which is decoded fastest.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw new Refusal('malformed', { message: 'The body is not UTF-8. Send JSON encoded as UTF-8.' });
  return bytes.toString('utf8', startsWithBom(bytes) ? 3 : 0);
}

function startsWithBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

import { isAscii, isUtf8 } from 'node:buffer';
import { Refusal } from '../tracking/refusals.ts';
import { checkJsonShape } from './body-shape.ts';

/** `__proto__` as a member's name, in any spelling that JSON allows. */
const protoName =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/**
 * The value of a JSON text in UTF-8; undefined when there is no text at all.
 * @throws Refusal `malformed`; never says what the text was, because it may hold a password.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  checkJsonShape(bytes);
  const text = decode(bytes);
  if (mayNameProto(text) && protoName.test(text))
    throw new Refusal('malformed', { message: 'A member must not be named __proto__.' });
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed', { message: 'The body is not valid JSON; check it with a JSON parser.' });
  }
}

/** Cheap, and rarely true: two underscores beside each other, or an escape that could stand for one. */
function mayNameProto(text: string): boolean {
  return text.includes('__') || text.includes('\\');
}

function decode(bytes: Buffer): string {
  // Nearly all bodies are ASCII, and that is read fastest.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw new Refusal('malformed', { message: 'The body is not UTF-8; send JSON encoded as UTF-8.' });
  return bytes.toString('utf8', startsWithBom(bytes) ? 3 : 0);
}

function startsWithBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

import { isUtf8 } from 'node:buffer';

/** As web browsers read what is called Latin 1 (https://encoding.spec.whatwg.org/#names-and-labels). */
const windows1252 = new TextDecoder('windows-1252');

/** The text of these bytes: UTF-8, or Windows 1252 where they are no UTF-8, as older clients write. */
export function textOfBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes);
}

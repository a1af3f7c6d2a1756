import { crc32 } from 'node:zlib';

/** What a column of a row holds. */
export type Stored = string | number | bigint | Uint8Array | null;

/** Below this, a call of zlib takes longer than the sum itself. */
const maxOwn = 256;
const ofNull = 0x6e756c6c;
const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320;
  return value;
});

/** Returns the checksum of a row: CRC-32 over its columns, in their order, as a signed number. One column that differs makes another sum. */
export function rowSum(...columns: readonly Stored[]): number {
  let sum = 0;
  for (const column of columns) sum = add(sum, column);
  return sum;
}

/** Returns whether a row is as it was written; one of a version without sums counts as such. */
export function isWhole(sum: unknown, ...columns: readonly Stored[]): boolean {
  return sum === null || sum === undefined || Number(sum) === rowSum(...columns);
}

function add(sum: number, column: Stored): number {
  if (column === null) return mix(sum, ofNull);
  if (typeof column === 'string') return crc32(column, mix(sum, column.length) >>> 0) | 0;
  if (typeof column === 'object') return ofBytes(column, mix(sum, column.length));
  const number = Number(column);
  return mix(mix(sum, number | 0), Math.floor(number / 2 ** 32) | 0);
}

/** For a given sum each number makes another one, and the reverse. */
function mix(sum: number, number: number): number {
  return Math.imul(sum ^ number, 0x9e3779b1);
}

function ofBytes(bytes: Uint8Array, seed: number): number {
  if (bytes.length > maxOwn) return crc32(bytes, seed >>> 0) | 0;
  let sum = ~seed;
  for (let index = 0; index < bytes.length; index++)
    sum = (sum >>> 8) ^ (table[(sum ^ (bytes[index] ?? 0)) & 255] ?? 0);
  return ~sum;
}

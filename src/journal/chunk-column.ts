import type { ByteReader, ByteWriter } from './bytes.ts';

/**
 * Encodes one column of a chunk: integers, NaN for null. Stored as differences (of order 0, 1 or 2, whichever is the
 * shortest) in units of their greatest common divisor; a column of only nulls takes one byte.
 */
const allNull = 0;
/** Order of difference + 1, or `plain` for numbers too large to subtract exactly. */
const plain = 4;
const hasNulls = 8;
/** Order-2 differences of smaller numbers stay below 2^52. */
const largestSubtractable = 2 ** 49;

export function writeColumn(out: ByteWriter, values: Float64Array): void {
  const present = values.filter((value) => !Number.isNaN(value));
  if (present.length === 0) {
    out.byte(allNull);
    return;
  }
  const nulls = present.length < values.length ? hasNulls : 0;
  if (present.some((value) => Math.abs(value) > largestSubtractable)) {
    out.byte(plain | nulls);
    if (nulls !== 0) writeBitmap(out, values);
    for (const value of present) out.float64(value);
    return;
  }
  const { order, differences } = shortest(present);
  out.byte((order + 1) | nulls);
  if (nulls !== 0) writeBitmap(out, values);
  // The first number (and the first difference) are stored separately, as they would reduce the divisor.
  const divisor = greatestDivisor(differences, order);
  out.unsigned(divisor);
  differences.forEach((difference, index) => {
    out.signed(index < order ? difference : difference / divisor);
  });
}

export function readColumn(reader: ByteReader, count: number): Float64Array {
  const values = new Float64Array(count).fill(Number.NaN);
  const mode = reader.byte();
  if (mode === allNull) return values;
  const indexes = (mode & hasNulls) === 0 ? null : readBitmap(reader, count);
  const present = indexes?.length ?? count;
  const kind = mode & ~hasNulls;
  const read = kind === plain ? readPlain(reader, present) : readDifferences(reader, present, kind - 1);
  if (indexes === null) return read;
  indexes.forEach((index, position) => {
    values[index] = read[position] ?? Number.NaN;
  });
  return values;
}

function readPlain(reader: ByteReader, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => reader.float64());
}

function readDifferences(reader: ByteReader, count: number, order: number): Float64Array {
  const divisor = reader.unsigned();
  const values = Float64Array.from({ length: count }, (_, index) => reader.signed() * (index < order ? 1 : divisor));
  for (let from = order; from > 0; from--)
    for (let index = from; index < count; index++) values[index] = (values[index] ?? 0) + (values[index - 1] ?? 0);
  return values;
}

function shortest(values: Float64Array): { order: number; differences: Float64Array } {
  let best = { order: 0, differences: values };
  let differences = values;
  for (let order = 1; order <= 2; order++) {
    differences = differ(differences, order);
    if (weight(differences) < weight(best.differences)) best = { order, differences };
  }
  return best;
}

/** Replaces each number by its difference to the previous one; the first `order` numbers are kept. */
function differ(values: Float64Array, order: number): Float64Array {
  return values.map((value, index) => (index < order ? value : value - (values[index - 1] ?? 0)));
}

/** Estimates how many bits the numbers take. */
function weight(values: Float64Array): number {
  let bits = 0;
  for (const value of values) bits += Math.log2(1 + Math.abs(value));
  return bits;
}

function greatestDivisor(values: Float64Array, from: number): number {
  let divisor = 0;
  for (let index = from; index < values.length && divisor !== 1; index++) {
    let other = Math.abs(values[index] ?? 0);
    while (other !== 0) [divisor, other] = [other, divisor % other];
  }
  return divisor === 0 ? 1 : divisor;
}

function writeBitmap(out: ByteWriter, values: Float64Array): void {
  for (let start = 0; start < values.length; start += 8) {
    let bits = 0;
    for (let bit = 0; bit < 8 && start + bit < values.length; bit++)
      if (!Number.isNaN(values[start + bit])) bits |= 1 << bit;
    out.byte(bits);
  }
}

/** Returns the indexes of values that are not null. */
function readBitmap(reader: ByteReader, count: number): number[] {
  const indexes: number[] = [];
  for (let start = 0; start < count; start += 8) {
    const bits = reader.byte();
    for (let bit = 0; bit < 8 && start + bit < count; bit++) if ((bits & (1 << bit)) !== 0) indexes.push(start + bit);
  }
  return indexes;
}

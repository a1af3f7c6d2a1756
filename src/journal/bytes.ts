/** A buffer that grows on write; `view()` is valid until the next `clear()` or write. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Overwrites a byte. */
  patch(position: number, value: number): void {
    this.#bytes[position] = value;
  }

  /** Writes a variable-length integer, seven bits per byte, lowest first; 0 … 2^53-1. */
  unsigned(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80000000) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Writes a signed variable-length integer; -2^52 … 2^52-1. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#length, value, true);
    this.#length += 4;
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** Writes the length in bytes, then UTF-8. */
  text(value: string): void {
    const encoded = Buffer.from(value, 'utf8');
    this.unsigned(encoded.length);
    this.#reserve(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Reads what `ByteWriter` wrote. Throws RangeError past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#position++];
    if (value === undefined) throw new RangeError('stored bytes end too early');
    return value;
  }

  unsigned(): number {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
      weight *= 128;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  int32(): number {
    return this.byte() | (this.byte() << 8) | (this.byte() << 16) | (this.byte() << 24);
  }

  float64(): number {
    const { buffer, byteOffset } = this.#take(8);
    return new DataView(buffer, byteOffset, 8).getFloat64(0, true);
  }

  text(): string {
    const part = this.#take(this.unsigned());
    return Buffer.from(part.buffer, part.byteOffset, part.length).toString('utf8');
  }

  #take(count: number): Uint8Array {
    const part = this.#bytes.subarray(this.#position, this.#position + count);
    if (part.length < count) throw new RangeError('stored bytes end too early');
    this.#position += count;
    return part;
  }
}

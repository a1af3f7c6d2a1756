import type { Writable } from 'node:stream';

/**
 * What goes over the line for reports, in both directions: 4 bytes with the length of what follows, 4 with the number of the
 * report, 2 with a figure (the length of its origin; the status of its answer), and the rest.
 */
export interface Frame {
  readonly id: number;
  readonly figure: number;
  readonly rest: Buffer;
}

const headBytes = 10;
/** More is sent by no server of ours: a report without the framework has at most 64 KiB. */
const maxFrameBytes = 1024 * 1024;

/** Writes frames: all of one turn of the event loop at once. */
export class FrameWriter {
  readonly #stream: Writable;
  #pieces: Buffer[] = [];

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  put(id: number, figure: number, ...rest: readonly Buffer[]): void {
    const head = Buffer.allocUnsafe(headBytes);
    head.writeUInt32BE(
      rest.reduce((sum, { length }) => sum + length, headBytes - 4),
      0,
    );
    head.writeUInt32BE(id, 4);
    head.writeUInt16BE(figure, 8);
    if (this.#pieces.length === 0) setImmediate(() => this.#flush());
    this.#pieces.push(head, ...rest);
  }

  #flush(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    if (this.#stream.writable) this.#stream.write(Buffer.concat(pieces));
  }
}

/** Finds the frames in what arrives. */
export class FrameReader {
  #rest: Buffer | null = null;

  /** Returns the frames that are whole; null for bytes that are no frame, after which nothing can be read. */
  read(chunk: Buffer): readonly Frame[] | null {
    const bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    let at = 0;
    while (bytes.length - at >= headBytes) {
      const length = bytes.readUInt32BE(at);
      if (length < headBytes - 4 || length > maxFrameBytes) return null;
      const end = at + 4 + length;
      if (bytes.length < end) break;
      const rest = bytes.subarray(at + headBytes, end);
      frames.push({ id: bytes.readUInt32BE(at + 4), figure: bytes.readUInt16BE(at + 8), rest });
      at = end;
    }
    this.#rest = at === bytes.length ? null : bytes.subarray(at);
    return frames;
  }
}

import { constants, deflateRawSync } from 'node:zlib';

/** Encoding of a viewer's frames: plain, or parts of one gzip stream. */
export type Encoding = 'plain' | 'gzip';

/** Header of a gzip stream (RFC 1952): deflate, no flags, no time, unknown system. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Text for viewers, encoded at most once for all of them. The deflated form refers to no earlier data and ends at a
 * byte boundary, so that it can follow any other: each viewer's stream is a header followed by its frames.
 */
export class Frame {
  readonly text: string;
  #plain: Buffer | null = null;
  #deflated: Buffer | null = null;

  constructor(text: string) {
    this.text = text;
  }

  bytes(encoding: Encoding): Buffer {
    if (encoding === 'plain') {
      this.#plain ??= Buffer.from(this.text);
      return this.#plain;
    }
    this.#deflated ??= deflateRawSync(this.text, { finishFlush: constants.Z_SYNC_FLUSH });
    return this.#deflated;
  }
}

import { constants, deflateRawSync } from 'node:zlib';

/** How a viewer wants its frames: as they are, or as parts of one gzip stream of its own. */
export type Encoding = 'plain' | 'gzip';

/** What a gzip stream begins with (RFC 1952): deflate, no flags, no time, an unknown system. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Text for viewers, encoded at most once for all of them. Its deflated form refers to nothing before it and ends at a
 * whole byte, so it fits behind any other: each viewer's stream is a header and whatever frames it gets.
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

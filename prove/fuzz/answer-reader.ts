import { gunzipSync } from 'node:zlib';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** The status line and the headers, as text. */
  readonly head: string;
  /** Without its coding; empty for a stream that does not end. */
  readonly body: Buffer;
  /** It goes on for ever: only its head was read. */
  readonly isStream: boolean;
  /** The server closes the connection after it. */
  readonly isLast: boolean;
}

/** Bytes that are no HTTP answer. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Reads the answers of one connection from the bytes as they arrive. */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  get hasMore(): boolean {
    return this.#bytes.length > 0;
  }

  /** Returns the next whole answer; null while it is not whole. @param isClosed - no more bytes will come */
  next(method: string, isClosed: boolean): Answer | null {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) {
      if (isClosed && this.#bytes.length > 0) throw new NoAnswerError(this.#bytes.toString('latin1').slice(0, 500));
      return null;
    }
    const head = this.#bytes.toString('latin1', 0, end);
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw new NoAnswerError(head.slice(0, 500));
    const body = this.#readBody({ method, status, head, from: end + 4, isClosed });
    if (body === null) return null;
    this.#bytes = this.#bytes.subarray(body.until);
    // Continue is no answer yet.
    if (status === 100) return this.next(method, isClosed);
    const isLast = /^connection: *close/im.test(head);
    return { status, head, body: decode(head, body.bytes), isStream: body.isStream, isLast };
  }

  #readBody(what: { method: string; status: number; head: string; from: number; isClosed: boolean }): Body | null {
    const { method, status, head, from, isClosed } = what;
    if (/^content-type: *text\/event-stream/im.test(head))
      return { bytes: Buffer.alloc(0), until: this.#bytes.length, isStream: true };
    // What is no HTTP has no method: its refusal has a body.
    const isRefused = (status === 400 || status === 431) && /^connection: *close/im.test(head);
    if ((method === 'HEAD' && !isRefused) || status === 204 || status === 304 || status < 200)
      return this.#sized(from, 0);
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (length !== undefined) return this.#sized(from, Number(length));
    if (/^transfer-encoding: *chunked/im.test(head)) return this.#chunked(from);
    return isClosed ? this.#sized(from, this.#bytes.length - from) : null;
  }

  #sized(from: number, length: number): Body | null {
    const until = from + length;
    return this.#bytes.length < until ? null : { bytes: this.#bytes.subarray(from, until), until, isStream: false };
  }

  #chunked(from: number): Body | null {
    const chunks: Buffer[] = [];
    for (let at = from; ; ) {
      const end = this.#bytes.indexOf('\r\n', at);
      if (end < 0) return null;
      const size = Number.parseInt(this.#bytes.toString('latin1', at, end), 16);
      if (Number.isNaN(size)) throw new NoAnswerError('a chunk without a size');
      const until = end + 2 + size + 2;
      if (this.#bytes.length < until) return null;
      if (size === 0) return { bytes: Buffer.concat(chunks), until, isStream: false };
      chunks.push(this.#bytes.subarray(end + 2, end + 2 + size));
      at = until;
    }
  }
}

interface Body {
  readonly bytes: Buffer;
  /** Where the next answer begins. */
  readonly until: number;
  readonly isStream: boolean;
}

function decode(head: string, body: Buffer): Buffer {
  return body.length > 0 && /^content-encoding: *gzip/im.test(head) ? gunzipSync(body) : body;
}

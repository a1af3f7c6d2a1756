import { totalmem } from 'node:os';

/** Maximum share of all senders without a session together. */
const maxOpenBytes = 32 << 20;

/**
 * Memory budget for request bodies of the whole server. A body counts while it is received and inflated; a large one until
 * its response is sent. Senders without a session share a small part of it, so that they cannot lock pilots out.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  readonly #maxOpenBytes: number;
  #bytes = 0;
  #openBytes = 0;

  constructor(maxBytes = machineMemoryBytes() / 8, openBytes = maxOpenBytes) {
    this.#maxBytes = maxBytes;
    this.#maxOpenBytes = Math.min(openBytes, maxBytes / 2);
  }

  /** Bytes currently in use. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a body that is already here has room, and so need not be counted. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes;
  }

  lease(isKnown: boolean): BodyLease {
    return new BodyLease(isKnown, (bytes, ofKnown) => this.#take(bytes, ofKnown));
  }

  /** Reserves bytes, or releases them if negative. Returns false when there is no room. */
  #take(bytes: number, ofKnown: boolean): boolean {
    const openBytes = ofKnown ? 0 : bytes;
    if (bytes > 0 && this.#bytes + bytes > this.#maxBytes) return false;
    if (openBytes > 0 && this.#openBytes + openBytes > this.#maxOpenBytes) return false;
    this.#bytes += bytes;
    this.#openBytes += openBytes;
    return true;
  }
}

/** The share of one body. */
export class BodyLease {
  readonly #take: (bytes: number, ofKnown: boolean) => boolean;
  #isKnown: boolean;
  #bytes = 0;

  constructor(isKnown: boolean, take: (bytes: number, ofKnown: boolean) => boolean) {
    this.#isKnown = isKnown;
    this.#take = take;
  }

  /** Reserves more bytes; returns false when there is no room. */
  add(bytes: number): boolean {
    if (!this.#take(bytes, this.#isKnown)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Counts the body as one of a signed-in sender from now on. */
  promote(): void {
    if (this.#isKnown) return;
    this.#take(-this.#bytes, false);
    this.#isKnown = true;
    this.#take(this.#bytes, true);
  }

  release(): void {
    this.#take(-this.#bytes, this.#isKnown);
    this.#bytes = 0;
  }
}

/** Returns the memory of the machine, or of the container in which the process runs. */
function machineMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

import { totalmem } from 'node:os';

/** Largest share that senders without a session may take together. */
const maxOpenBytes = 32 << 20;

/**
 * Memory that request bodies may take in the whole server. A body counts as it is received and inflated; a large one until
 * its call is answered. Senders who are not signed in share a small part of it, so that they cannot keep pilots out.
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

  /** Bytes in flight now. */
  get bytes(): number {
    return this.#bytes;
  }

  lease(isKnown: boolean): BodyLease {
    return new BodyLease(isKnown, (bytes, ofKnown) => this.#take(bytes, ofKnown));
  }

  /** False when there is no room; negative bytes are given back. */
  #take(bytes: number, ofKnown: boolean): boolean {
    const openBytes = ofKnown ? 0 : bytes;
    if (bytes > 0 && this.#bytes + bytes > this.#maxBytes) return false;
    if (openBytes > 0 && this.#openBytes + openBytes > this.#maxOpenBytes) return false;
    this.#bytes += bytes;
    this.#openBytes += openBytes;
    return true;
  }
}

/** What one body takes of the budget. */
export class BodyLease {
  readonly #take: (bytes: number, ofKnown: boolean) => boolean;
  #isKnown: boolean;
  #bytes = 0;

  constructor(isKnown: boolean, take: (bytes: number, ofKnown: boolean) => boolean) {
    this.#isKnown = isKnown;
    this.#take = take;
  }

  /** Takes so many more bytes; false when there is no room for them. */
  add(bytes: number): boolean {
    if (!this.#take(bytes, this.#isKnown)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** From now on the body counts as one of a signed-in sender. */
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

/** Memory of the machine, or of the container that the process runs in. */
function machineMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

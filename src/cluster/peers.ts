import type { Peer } from './peer.ts';

/** The other servers by their addresses, each with its kept-alive connections. */
export class Peers {
  readonly #open: (url: string) => Peer;
  readonly #peers = new Map<string, Peer>();

  /** @param open - called once for each address */
  constructor(open: (url: string) => Peer) {
    this.#open = open;
  }

  at(url: string): Peer {
    const known = this.#peers.get(url);
    if (known !== undefined) return known;
    const peer = this.#open(url);
    this.#peers.set(url, peer);
    return peer;
  }

  close(): void {
    for (const peer of this.#peers.values()) peer.close();
  }
}

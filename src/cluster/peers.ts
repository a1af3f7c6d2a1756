import type { Secret } from '../lib/secret.ts';
import { Peer, type PeerAddress } from './peer.ts';

/** The other servers by their addresses, each with its kept-alive connections. */
export class Peers {
  readonly #toAddress: (url: string) => PeerAddress;
  readonly #secret: Secret;
  readonly #deadlineMs: number;
  readonly #peers = new Map<string, Peer>();

  constructor(toAddress: (url: string) => PeerAddress, secret: Secret, deadlineMs: number) {
    this.#toAddress = toAddress;
    this.#secret = secret;
    this.#deadlineMs = deadlineMs;
  }

  at(url: string): Peer {
    const known = this.#peers.get(url);
    if (known !== undefined) return known;
    const peer = new Peer(this.#toAddress(url), this.#secret, this.#deadlineMs);
    this.#peers.set(url, peer);
    return peer;
  }

  close(): void {
    for (const peer of this.#peers.values()) peer.close();
  }
}

import { type Elsewhere, movingNow, type Place } from '../http/elsewhere.ts';
import { partitionOf } from '../journal/partition.ts';
import type { Clock } from '../lib/clock.ts';
import { Secret } from '../lib/secret.ts';
import { digest } from '../lib/tokens.ts';
import type { Platform } from '../platform/port.ts';
import type { Calls } from '../tracking/calls.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { keySessionName } from '../tracking/sessions/session-model.ts';
import { firstPartition, type Members, watchHolders } from './members.ts';
import type { Peer } from './peer.ts';
import { askPart } from './peer-calls.ts';
import { partitionOfToken } from './tokens.ts';

export interface RoutingNeeds {
  readonly members: Members;
  /** Those of this server. */
  readonly calls: Pick<Calls, 'isSignedIn'>;
  readonly platform: Pick<Platform, 'authenticateKey' | 'findPilotId'>;
  readonly clock: Clock;
}

/** How long it is remembered whose a key or an older token is, or that it is nobody's, and how many are. */
const knownMs = 60_000;
const unknownMs = 5_000;
const maxKnown = 50_000;
/** Length of a token of a server that was alone. */
const olderLength = 43;

/** Nobody holds the partition at this moment. */
const nobody: Place = {
  send: async () => {
    throw movingNow();
  },
  sendReport: () => false,
};

/** Finds the server that answers a request: the one that holds the partition of its pilot. */
export class Routing implements Elsewhere {
  readonly #needs: RoutingNeeds;
  /** Partitions by the digest of an older token, or by the session name of an API key. */
  readonly #known = new Map<string, { readonly partition: number | null; readonly until: number }>();

  constructor(needs: RoutingNeeds) {
    this.#needs = needs;
  }

  ofToken(token: string): Place | null | Promise<Place | null> {
    const partition = partitionOfToken(token);
    if (partition !== null) return this.#placeOf(partition);
    // No server makes a token of another length.
    return token.length === olderLength ? this.#ofSession(digest(token), this.#ofNobody()) : null;
  }

  holderOf(token: string): 'here' | Place | null {
    const partition = partitionOfToken(token);
    return partition === null ? null : (this.#placeOf(partition) ?? 'here');
  }

  ofKey(apiKey: string): Place | null | Promise<Place | null> {
    return this.#ofSession(keySessionName(digest(apiKey)), async () => {
      const pilot = await this.#needs.platform.authenticateKey(new Secret(apiKey));
      return pilot === null ? null : partitionOf(pilot.id);
    });
  }

  ofPages(): Place | null {
    return this.#placeOf(firstPartition);
  }

  /** Returns who signs in a pilot: null is this server. @throws Refusal `shutting-down` while nobody does */
  requireHolder(partition: number): Peer | null {
    const holder = this.#needs.members.holderOf(partition);
    if (holder === null) throw movingNow();
    return holder === 'here' ? null : holder;
  }

  /** Returns the partition of the session of an older token; null for one that nobody knows. */
  async partitionOfOlder(token: string): Promise<number | null> {
    const known = partitionOfToken(token);
    return known ?? this.#partitionOf(digest(token), this.#ofNobody());
  }

  /**
   * Says that a session is nobody's once all were asked.
   * @throws Refusal `shutting-down` where a partition was nobody's, or changed hands meanwhile
   */
  #ofNobody(): () => Promise<null> {
    const isSettled = watchHolders(this.#needs.members);
    return async () => {
      if (!isSettled()) throw movingNow();
      return null;
    };
  }

  #placeOf(partition: number): Place | null {
    const holder = this.#needs.members.holderOf(partition);
    if (holder === null) return nobody;
    return holder === 'here' ? null : holder;
  }

  #ofSession(name: string, ask: () => Promise<number | null>): Place | null | Promise<Place | null> {
    const { calls, clock } = this.#needs;
    if (calls.isSignedIn(name)) return null;
    const known = this.#known.get(name);
    if (known !== undefined && clock.now() < known.until) return this.#ofFound(known.partition);
    return this.#partitionOf(name, ask).then((partition) => this.#ofFound(partition));
  }

  /** A session that nobody has is refused here. */
  #ofFound(partition: number | null): Place | null {
    return partition === null ? null : this.#placeOf(partition);
  }

  async #partitionOf(name: string, ask: () => Promise<number | null>): Promise<number | null> {
    const partition = (await this.#askPeers(name)) ?? (await this.#askHost(ask));
    this.#known.set(name, { partition, until: this.#needs.clock.now() + (partition === null ? unknownMs : knownMs) });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return partition;
  }

  async #askPeers(name: string): Promise<number | null> {
    const answers = await Promise.allSettled(this.#needs.members.peers().map((peer) => askPart(peer, 'pilotOf', name)));
    for (const answer of answers)
      if (answer.status === 'fulfilled' && answer.value !== null) return partitionOf(answer.value);
    // One that does not answer may have it: nobody may say that there is no such session.
    if (answers.some(({ status }) => status === 'rejected')) throw movingNow();
    return null;
  }

  /** While the crew center is away, the request is refused here as it would be there. */
  async #askHost(ask: () => Promise<number | null>): Promise<number | null> {
    try {
      return await ask();
    } catch (error) {
      if (isRefusal(error, 'crew-center-unavailable')) return null;
      throw error;
    }
  }
}

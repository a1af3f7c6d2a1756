import type { Clock } from '../../lib/clock.ts';
import type { NetworkIds, Platform } from '../../platform/port.ts';
import { type NetworkFeeds, type Sighting, withReading } from '../figures/network-track.ts';
import type { FedNetwork } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { LiveFlight } from './live-flight.ts';
import type { LiveFlights } from './live-flights.ts';

/** How long the ids of a pilot count without another look into the crew center, in milliseconds. */
const idsKeptMs = 600_000;

interface KnownIds {
  readonly ids: NetworkIds | null;
  readonly at: number;
}

/** Joins the flights under way to what the feeds of networks show of their pilots, and stores it with each flight. */
export class NetworkWatch {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'readNetworkIds'>;
  readonly #feeds: NetworkFeeds | null;
  readonly #clock: Clock;
  #known = new Map<string, KnownIds>();

  constructor(
    flights: LiveFlights,
    platform: Pick<Platform, 'readNetworkIds'>,
    feeds: NetworkFeeds | null,
    clock: Clock,
  ) {
    this.#flights = flights;
    this.#platform = platform;
    this.#feeds = feeds;
    this.#clock = clock;
  }

  /** @throws Refusal `journal-full`: what was read is stored with a later reading */
  async round(): Promise<void> {
    if (this.#feeds === null || this.#feeds.networks.length === 0) return;
    const underWay = [...this.#flights].filter(({ isUnderWay }) => isUnderWay);
    await this.#learnIds(underWay);
    for (const live of underWay)
      for (const network of this.#feeds.networks) {
        const id = this.#known.get(live.flight.pilot.id)?.ids?.[network] ?? null;
        const reading = id === null ? null : this.#feeds.newest(network);
        if (id !== null && reading !== null) await this.#note(live, network, reading.at, reading.seen.get(id));
      }
  }

  /** Stored one after the other, so that many flights do not make the server stand still. */
  async #note(live: LiveFlight, network: FedNetwork, at: number, sighting: Sighting | null | undefined): Promise<void> {
    const before = live.flight.onNetworks?.find((each) => each.network === network);
    const track = withReading(network, before, at, sighting);
    if (track !== null && live.isUnderWay) await this.#flights.apply(live, { kind: 'network-read', track });
  }

  /** Keeps the ids of pilots under way alone. */
  async #learnIds(underWay: readonly LiveFlight[]): Promise<void> {
    const now = this.#clock.now();
    const pilots = new Set(underWay.map(({ flight }) => flight.pilot.id));
    const before = this.#known;
    const due = [...pilots].filter((id) => now - (before.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= idsKeptMs);
    this.#known = new Map([...before].filter(([id]) => pilots.has(id)));
    if (due.length === 0) return;
    try {
      const found = await this.#platform.readNetworkIds?.(due);
      for (const id of due) this.#known.set(id, { ids: found?.get(id) ?? null, at: now });
    } catch (error) {
      // Those that were known count until the crew center answers.
      if (!isRefusal(error)) throw error;
    }
  }
}

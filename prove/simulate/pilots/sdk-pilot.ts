import { connectTracker } from '../../../src/client/client.ts';
import type { TrackedFlight } from '../../../src/client/flight.ts';
import type { TrackerClient } from '../../../src/client/tracker-client.ts';
import { isTrackerError } from '../../../src/client/tracker-error.ts';
import type { Position } from '../../../src/client/wire-types.ts';
import { figuresOf, positionOf } from '../contents/readings.ts';
import { isLong } from '../long-flight.ts';
import { isForLooking } from '../readers/booked-schedules.ts';
import type { Sortie } from '../sortie.ts';
import type { Device } from './device.ts';
import { PilotAtHome, SortieOver } from './pilot-at-home.ts';
import { ClientDisk } from './simulated-store.ts';

/** Refusals after which this flight cannot be flown any more. */
const final = new Set([
  ...['flight-ended', 'flight-filed', 'flight-filing', 'flight-not-found', 'no-open-flight'],
  ...['bid-not-found', 'bid-blocked', 'bid-required', 'crew-center-refused', 'invalid', 'not-supported'],
]);

/** A flight with more reports than this sends several in each turn. */
const maxTurns = 200;

/** A pilot whose client is built with the SDK: it finds out by itself which contract is served. */
export class SdkPilot extends PilotAtHome {
  protected override readonly kind = 'sdk';
  readonly #disk = new ClientDisk();

  protected loseStore(): void {
    this.#disk.lose();
    const { sortie } = this;
    if (sortie !== null) sortie.excuseUnacknowledged(this.world.ledger);
  }

  protected async open(device: Device): Promise<(sortie: Sortie) => Promise<void>> {
    const client = await this.insist(device, () => this.#connect(device));
    return (sortie) => this.insist(device, () => this.#fly(client, device, sortie), sortie);
  }

  async #connect(device: Device): Promise<TrackerClient> {
    const { world, account, draws } = this;
    const isSlow = draws.happens(0.3);
    const client = await connectTracker(world.baseUrl, {
      fetch: device.fetch,
      timing: device.life.timing,
      pack: null,
      random: () => draws.next(),
      store: this.#disk.storeFor(device.life, () => (isSlow && !isLong(this.sortie) ? draws.wait(20) : 0)),
      notify: (notice) => {
        if (notice.kind !== 'refused') return;
        world.counters.count('reports refused');
        if ('lat' in notice.report && notice.report.lat !== undefined && notice.report.lon !== undefined) {
          this.sortie?.excuse(notice.report as { lat: number; lon: number });
        }
      },
    });
    const { login, password, apiKey } = account;
    await client.login(draws.happens(0.5) ? { login, password } : { apiKey });
    return client;
  }

  protected override failureOf(error: unknown): string | null {
    if (!isTrackerError(error)) return null;
    if (final.has(error.code)) throw new SortieOver(error.code);
    return error.code;
  }

  async #fly(client: TrackerClient, device: Device, sortie: Sortie): Promise<void> {
    sortie.bidId ??= await this.#chooseBid(client, device);
    const flight = await this.#start(client, sortie.bidId);
    sortie.isFlownAs(flight.flightId);
    while (sortie.reported < sortie.length && !this.world.isCalm) {
      await device.life.sleep(this.draws.wait(5_000), `${this.name} flies`);
      await this.#report(client, device, flight, sortie);
      await this.#reportMore(client, flight, sortie);
      const code = flight.failure?.code ?? null;
      if (code !== null && final.has(code)) throw new SortieOver(code);
    }
    if (sortie.reported === 0) await this.#report(client, device, flight, sortie);
    await this.#end(client, flight, sortie);
  }

  /** Who is told that another flight is open goes back to it and ends it, and then starts this one. */
  async #start(client: TrackerClient, bid_id: string): Promise<TrackedFlight> {
    try {
      return await client.startFlight({ bid_id });
    } catch (error) {
      if (!isTrackerError(error, 'flight-open')) throw error;
      const other = await client.resumeFlight();
      this.world.counters.count('other flights ended first');
      if (client.variant === 'native' && this.draws.happens(0.5)) await other?.cancel('another one is flown');
      else await other?.finish({ notes: 'late' });
      return client.startFlight({ bid_id });
    }
  }

  #chooseBid(client: TrackerClient, device: Device): Promise<string> {
    return this.findBid(device, async () => {
      const bids = await client.listBids();
      const flyable = bids.filter(
        ({ blocked, schedule_id }) => (blocked ?? null) === null && !isForLooking(schedule_id),
      );
      return flyable.length > 0 ? this.draws.pick(flyable).id : null;
    });
  }

  async #report(client: TrackerClient, device: Device, flight: TrackedFlight, sortie: Sortie): Promise<void> {
    const now = client.now();
    const first = positionOf(sortie, now, this.draws);
    // Until it is sent a crash loses it.
    sortie.excuse(first);
    const waitMs = sortie.recorded === null ? this.draws.whole(50, 4_000) : 0;
    // Of two reports the second may come first: their times say in which order they were.
    if (sortie.reported < sortie.length && this.draws.happens(0.1)) {
      await device.life.sleep(waitMs, `${this.name} is late`);
      await this.#send(flight, sortie, positionOf(sortie, client.now(), this.draws));
    }
    await this.#send(flight, sortie, first);
    if (this.draws.happens(0.4)) await flight.record({ kind: 'note', message: `${first.lat} ${first.lon}` });
    if (this.draws.happens(0.05)) await client.readFlight(flight.flightId ?? 'nothing');
  }

  /** Of a flight of many hours with a report for each second some hundred are sent at once. */
  async #reportMore(client: TrackerClient, flight: TrackedFlight, sortie: Sortie): Promise<void> {
    const until = Math.min(sortie.length, sortie.reported + Math.floor(sortie.length / maxTurns));
    while (sortie.reported < until) await this.#send(flight, sortie, positionOf(sortie, client.now(), this.draws));
  }

  async #send(flight: TrackedFlight, sortie: Sortie, { lat, lon, ...position }: Position): Promise<void> {
    // Until it is in the store a crash loses it.
    sortie.excuse({ lat, lon });
    await flight.report({ lat, lon, ...position });
    sortie.require({ lat, lon });
    sortie.isFlownAs(flight.flightId);
  }

  async #end(client: TrackerClient, flight: TrackedFlight, sortie: Sortie): Promise<void> {
    if (sortie.aim === 'walk-away') {
      flight.close();
      sortie.excuseUnacknowledged(this.world.ledger);
      sortie.over = 'left';
    } else if (sortie.aim === 'cancel' && client.variant === 'native') {
      await flight.cancel('changed my mind');
      sortie.over = 'cancelled';
    } else {
      const { receipt } = await flight.finish({ notes: `sortie ${sortie.number}`, ...figuresOf(sortie) });
      sortie.isFlownAs(receipt.flight_id);
      sortie.over = 'filed';
    }
  }
}

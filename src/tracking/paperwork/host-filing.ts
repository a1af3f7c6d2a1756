import type { HostPirep, Platform } from '../../platform/port.ts';
import type { TrackDelivery } from '../delivery/track.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { Pirep } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { HostAircraft } from './host-aircraft.ts';
import type { Renewal } from './renewal.ts';

/**
 * Delivers a whole flight to the crew center: its track, then its PIREP. A PIREP that the host has lost is opened again and
 * gets the whole track again.
 */
export class HostFiling {
  readonly #platform: Pick<Platform, 'filePirep'>;
  readonly #track: TrackDelivery;
  readonly #renewal: Renewal;
  readonly #aircraft: HostAircraft;

  constructor(platform: Pick<Platform, 'filePirep'>, track: TrackDelivery, renewal: Renewal, aircraft: HostAircraft) {
    this.#platform = platform;
    this.#track = track;
    this.#renewal = renewal;
    this.#aircraft = aircraft;
  }

  /** Delivers undelivered reports and a pending change of the aircraft. */
  async deliverAll(live: LiveFlight): Promise<void> {
    try {
      await this.#aircraft.deliverNow(live);
      await this.#track.deliver(live);
    } catch (error) {
      if (!isRefusal(error, 'flight-not-found')) {
        // Cancelled or filed there: filing finds out which.
        if (!isRefusal(error, 'flight-ended')) throw error;
        return;
      }
      await this.#renewal.prefileAgain(live);
      await this.#track.deliver(live);
    }
  }

  async file(live: LiveFlight, pirep: Pirep): Promise<HostPirep> {
    try {
      return await this.#platform.filePirep(live.hostFlight(), pirep);
    } catch (error) {
      if (!isRefusal(error, 'flight-not-found')) throw error;
      await this.#renewal.prefileAgain(live);
      await this.#track.deliver(live);
      return this.#platform.filePirep(live.hostFlight(), pirep);
    }
  }

  /** The crew center has the PIREP: the rest of the track is no longer delivered. */
  close(live: LiveFlight): Promise<void> {
    return this.#track.close(live);
  }
}

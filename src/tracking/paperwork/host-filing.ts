import type { HostPirep, Platform } from '../../platform/port.ts';
import type { TrackDelivery } from '../delivery/track.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Pirep } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { HostAircraft } from './host-aircraft.ts';
import type { Renewal } from './renewal.ts';

/**
 * Gives the crew center a whole flight: its track, then its PIREP. One that the host has lost meanwhile is opened anew and
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

  /** Delivers what is undelivered, and tells of an aircraft that was changed. */
  async deliverAll(live: LiveFlight): Promise<void> {
    try {
      await this.#aircraft.tellNow(live);
      await this.#track.deliver(live);
    } catch (error) {
      if (!isRefusal(error, 'flight-not-found')) {
        // Cancelled or filed there: filing itself finds out which.
        if (!isRefusal(error, 'flight-ended')) throw error;
        return;
      }
      await this.#renewal.prefileAnew(live);
      await this.#track.deliver(live);
    }
  }

  async file(live: LiveFlight, pirep: Pirep): Promise<HostPirep> {
    try {
      return await this.#platform.filePirep(live.hostFlight(), pirep);
    } catch (error) {
      if (!isRefusal(error, 'flight-not-found')) throw error;
      await this.#renewal.prefileAnew(live);
      await this.#track.deliver(live);
      return this.#platform.filePirep(live.hostFlight(), pirep);
    }
  }

  /** The crew center has the PIREP: what was not delivered of the track stays with us. */
  close(live: LiveFlight): Promise<void> {
    return this.#track.close(live);
  }
}

import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { WebParts } from '../parts.ts';
import { askerOf } from '../waiting.ts';
import { type Audience, type FlightRequest, requireVisible } from './audience.ts';
import type { FlightRecord } from './record.ts';
import { shownVersion } from './silence.ts';

export interface VisibleRecord {
  readonly record: FlightRecord;
  readonly audience: Audience;
}

/** Reads the flights that visitors ask for. */
export class VisibleRecords {
  readonly #parts: WebParts;

  constructor(parts: WebParts) {
    this.#parts = parts;
  }

  /** Returns the flight of this address. @throws Refusal `flight-not-found`, or `forbidden` when this visitor may not see it */
  async read(request: FlightRequest): Promise<VisibleRecord> {
    const { view, audience } = await requireVisible(this.#parts, request);
    const { turn } = askerOf(this.#parts, request);
    return { record: await this.#parts.flightRecords.read(view, audience === 'public', turn), audience };
  }

  /** Returns the flight's totals, and its record unless this is the version that the visitor has. */
  async readNewer(
    request: FlightRequest,
    version: string,
  ): Promise<{ readonly view: FlightView; readonly newer: VisibleRecord | null }> {
    const { view } = await requireVisible(this.#parts, request);
    const shown = shownVersion(view, this.#parts.clock.now());
    return { view, newer: shown === version ? null : await this.read(request) };
  }
}

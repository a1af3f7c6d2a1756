import { ShortCache } from '../../lib/short-cache.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { WebParts } from '../parts.ts';
import { type Audience, type FlightRequest, requireVisible } from './audience.ts';
import { type FlightRecord, readRecord } from './record.ts';

/** How long a flight that was read is cached for all its viewers, and how many are cached. */
const recordKeptMs = 3_000;
const maxRecords = 16;

export interface VisibleRecord {
  readonly record: FlightRecord;
  readonly audience: Audience;
}

/** Reads the flights that visitors ask for, each once in a few seconds for all who view it. */
export class VisibleRecords {
  readonly #parts: WebParts;
  readonly #records: ShortCache<FlightRecord>;

  constructor(parts: WebParts) {
    this.#parts = parts;
    this.#records = new ShortCache(parts.clock, recordKeptMs, maxRecords);
  }

  /** Returns the flight of this address. @throws Refusal `flight-not-found`, or `forbidden` when this visitor may not see it */
  async read(request: FlightRequest): Promise<VisibleRecord> {
    const { view, audience } = await requireVisible(this.#parts, request);
    const { id, state } = view.flight;
    const record = await this.#records.get(`${id} ${state} ${audience}`, () => readRecord(this.#parts, view, audience));
    return { record, audience };
  }

  /** Returns the flight's totals, and its record unless this is the version that the visitor has. */
  async readNewer(
    request: FlightRequest,
    version: string,
  ): Promise<{ readonly view: FlightView; readonly newer: VisibleRecord | null }> {
    const { view } = await requireVisible(this.#parts, request);
    return { view, newer: versionOf({ view }) === version ? null : await this.read(request) };
  }
}

/** Names what a page shows: it changes with every report and every change of state. */
export function versionOf({ view }: Pick<FlightRecord, 'view'>): string {
  return [view.flight.state, view.positionCount, view.eventCount, view.flight.receipt === null ? '' : 'filed'].join(
    '.',
  );
}

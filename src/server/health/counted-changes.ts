import type { Change } from '../../tracking/flight/changes.ts';
import type { Tracker } from '../tracker.ts';

/** How often this server changed its flights since it was opened. */
export class CountedChanges {
  readonly #byKind = new Map<Change['kind'], number>();

  constructor({ changes }: Tracker['cluster']['own']) {
    changes.listen(({ kind }) => this.#byKind.set(kind, (this.#byKind.get(kind) ?? 0) + 1));
  }

  /** Calls that stored reports. */
  get moved(): number {
    return this.#byKind.get('moved') ?? 0;
  }

  /** Of every other kind that there was: started, filed, cancelled … */
  get byKind(): ReadonlyMap<string, number> {
    return new Map([...this.#byKind].filter(([kind]) => kind !== 'moved'));
  }
}

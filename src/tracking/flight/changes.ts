import type { Fold } from '../figures/fold-state.ts';
import type { Flight, Phase, Position } from '../model.ts';

/** What listeners receive, and what is stored in the log of changes. */
export type ChangeKind =
  | 'started'
  | 'refused'
  | 'resumed'
  | 'took-off'
  | 'landed'
  | 'suspended'
  | 'filing'
  | 'filed'
  | 'cancelled'
  | 'abandoned'
  | 'set-aside'
  | 'retried'
  | 'renewed'
  | 'corrected'
  | 'aircraft-changed';

/** A stored change of a flight. */
export interface StoredChange {
  readonly number: number;
  readonly at: number;
  readonly kind: string;
  /** The flight's document at that time. */
  readonly flight: Flight;
}

/** Something that happened to a flight. Listeners (live map, log, delivery) never block the call that made it. */
export type Change =
  | { readonly kind: ChangeKind; readonly flight: Flight }
  | { readonly kind: 'moved'; readonly flight: Flight; readonly live: Moving };

/** A flight under way as listeners see it: `lastPosition` returns the newest position whenever it is read, `fold` the totals. */
export interface Moving {
  readonly flight: Flight;
  readonly knownPhase: Phase;
  readonly lastPosition: Position | null;
  readonly fold: Readonly<Pick<Fold, 'blockOff' | 'takeoff' | 'landing' | 'blockOn' | 'distanceNm'>>;
}

export type ChangeListener = (change: Change) => void;

/** Notifies listeners in the order of registration. An error of a listener is reported and does not affect the others. */
export class Changes {
  readonly #listeners = new Set<ChangeListener>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  listen(listener: ChangeListener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  notify(change: Change): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

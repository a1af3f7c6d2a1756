import type { LiveFlight } from './live-flight.ts';
import type { Flight } from './model.ts';

/** Something that happened to a flight, told to whoever listens (live map, log, audit). Never blocks the call that made it. */
export type Change =
  | { readonly kind: 'started'; readonly flight: Flight }
  | { readonly kind: 'resumed'; readonly flight: Flight }
  | { readonly kind: 'moved'; readonly flight: Flight; readonly live: Moving }
  | { readonly kind: 'suspended'; readonly flight: Flight }
  | { readonly kind: 'filing'; readonly flight: Flight }
  | { readonly kind: 'filed'; readonly flight: Flight }
  | { readonly kind: 'cancelled'; readonly flight: Flight }
  | { readonly kind: 'abandoned'; readonly flight: Flight }
  | { readonly kind: 'set-aside'; readonly flight: Flight };

/** A flight under way, as whoever shows it sees it: `lastPosition` is the newest each time it is asked. */
export type Moving = Pick<LiveFlight, 'flight' | 'knownPhase' | 'lastPosition'>;

export type ChangeListener = (change: Change) => void;

/** Tells listeners in the order they came; a listener that throws is reported and does not disturb the others. */
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

  tell(change: Change): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

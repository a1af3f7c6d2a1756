import type { BidEvent } from './bid-events.ts';
import type { PirepEvent } from './pirep-events.ts';

/** Events of the embedded crew center's services. */
export type CrewCenterEvent = PirepEvent | BidEvent;

export type EventListener = (event: CrewCenterEvent) => void;

/** Notifies listeners in order. An error of one is reported and does not affect the others. */
export class EventListeners {
  readonly #listeners = new Set<EventListener>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  listen(listener: EventListener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  notify(event: CrewCenterEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

import type { TrackerError } from './tracker-error.ts';
import type { FlightEvent, FlightView, Position } from './wire-types.ts';

/** Something that an application may show; no reaction is needed. */
export type Notice =
  | { readonly kind: 'base-url-cut'; readonly base: string; readonly cut: string }
  | { readonly kind: 'clock-corrected'; readonly offsetMs: number }
  | { readonly kind: 'logged-in-again' }
  | { readonly kind: 'offline'; readonly error: TrackerError; readonly retryInMs: number }
  | { readonly kind: 'online' }
  /** A call that its caller waits for is tried later, for this reason. */
  | { readonly kind: 'waiting'; readonly error: TrackerError; readonly retryInMs: number }
  | {
      readonly kind: 'delivered';
      readonly stored: number;
      readonly duplicate: number;
      readonly view: FlightView | null;
    }
  /** The server will never accept this report; it was dropped, and the queue continues. */
  | {
      readonly kind: 'refused';
      readonly report: Position | FlightEvent;
      readonly fields: Readonly<Record<string, string>>;
      readonly error: TrackerError | null;
    }
  /** Delivery stopped until `delivered`, `finish` or another login; the queue is kept. */
  | { readonly kind: 'stopped'; readonly error: TrackerError };

export type Notify = (notice: Notice) => void;

import type { Endpoint, EndpointKind } from './endpoint.ts';
import type { NewEvent } from './event.ts';

/** One attempt to deliver one event to one endpoint. */
export interface Attempt {
  readonly endpoint: Endpoint;
  readonly event: NewEvent;
  /** 1 for the first. */
  readonly number: number;
  readonly at: number;
  /** What the sender returned as `memory` for the newest delivered event of this lane; null when there is none. */
  readonly memory: string | null;
  /** Aborted when the server stops; the event is then sent again after the next start. */
  readonly signal: AbortSignal;
}

/** Request and answer, for the operator; without secrets. */
export interface Exchange {
  readonly request: string;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
}

export type Outcome =
  /** `memory` is kept for the later events of this lane; absent leaves it as it is. */
  | { readonly kind: 'delivered'; readonly exchange: Exchange; readonly memory?: string }
  /** This kind of endpoint has nothing to send for it; nothing is shown. */
  | { readonly kind: 'skipped' }
  /**
   * Tried again. `retryAfterMs` is the shortest wait that the receiver asks for. `holdsAll`: it is not about this event, so that
   * the whole endpoint waits.
   */
  | {
      readonly kind: 'failed';
      readonly exchange: Exchange;
      readonly retryAfterMs: number | null;
      readonly holdsAll: boolean;
    }
  /** The receiver wants no more: the endpoint is switched off, and `reason` shown. */
  | { readonly kind: 'gone'; readonly exchange: Exchange; readonly reason: string };

/** Delivers events to endpoints of one kind. */
export interface Sender {
  /** Whether endpoints of this kind have a signing key. */
  readonly isSigned: boolean;
  /**
   * Returns what is stored as the endpoint's options.
   * @param options - as the operator gave them, by name
   * @throws Refusal `invalid` for an option, or an address, that this kind does not have
   */
  requireOptions(options: Readonly<Record<string, string>>, url: URL): Readonly<Record<string, unknown>>;
  /** Must settle soon after `attempt.signal` is aborted. What it throws is a bug; the event is then tried again. */
  send(attempt: Attempt): Promise<Outcome>;
}

export type Senders = Readonly<Record<EndpointKind, Sender>>;

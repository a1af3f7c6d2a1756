import type { Endpoint } from './endpoint.ts';
import type { EventType } from './events.ts';

/** What the operator should know. */
export interface WebhookNotices {
  /** The receiver wants no more. */
  switchedOff(endpoint: Endpoint, reason: string): void;
  setAside(endpoint: Endpoint, type: EventType, id: string): void;
  failed(error: unknown): void;
}

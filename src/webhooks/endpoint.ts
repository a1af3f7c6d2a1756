import type { Secret } from '../lib/secret.ts';
import type { EventType } from './events.ts';

/** What kind of receiver an endpoint is; each has its own `Sender`. */
export const endpointKinds = ['webhook', 'discord'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** Where events are delivered. */
export interface Endpoint {
  /** `ep_` and 16 letters and digits. */
  readonly id: string;
  readonly kind: EndpointKind;
  /** As the operator named it. */
  readonly name: string;
  /** Its address. That of a Discord channel is a secret itself. */
  readonly url: Secret;
  /** Types that it receives; empty means all. */
  readonly events: readonly EventType[];
  /** Keys that sign, newest first; at most two. Empty for kinds that do not sign. */
  readonly secrets: readonly SigningSecret[];
  /** Settings of its kind. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly isOn: boolean;
  /** Why it is off, as a sentence; null when it is on, or the operator switched it off. */
  readonly offReason: string | null;
  readonly createdAt: number;
}

export interface SigningSecret {
  /** `whsec_` and base64. */
  readonly key: Secret;
  /** When it no longer signs; null for the newest. */
  readonly until: number | null;
}

/** Whether this endpoint receives this type of event. */
export function isMeantFor({ isOn, events }: Pick<Endpoint, 'isOn' | 'events'>, type: EventType): boolean {
  return isOn && (type === 'test' || events.length === 0 || events.includes(type));
}

import type { EndpointKind } from './endpoint.ts';
import type { DeliveryCounts, DeliveryState, DeliveryView } from './store/delivery-reader.ts';

/** An endpoint as operators see it; without its signing key, and without what may be secret in its address. */
export interface WebhookView extends DeliveryCounts {
  readonly id: string;
  readonly kind: EndpointKind;
  readonly name: string;
  /** `https://example.org/…` */
  readonly address: string;
  /** Types that it receives; empty means all. */
  readonly events: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly isOn: boolean;
  readonly offReason: string | null;
  readonly createdAt: number;
  /** Until when the former signing key also signs; null when there is none. */
  readonly formerKeyUntil: number | null;
}

/** What an operator gives for an endpoint; strings of a form, or of a command. */
export interface WebhookInput {
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

/** The signing key, which is shown this once; null for a kind that does not sign. */
export interface WebhookMade {
  readonly webhook: WebhookView;
  readonly key: string | null;
}

export interface TestResult {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly answer: string;
}

/** What operators do with endpoints, by page and by command. Refusals: `not-found`, `invalid`. */
export interface WebhookCalls {
  listWebhooks(): Promise<readonly WebhookView[]>;
  addWebhook(actor: string, input: WebhookInput): Promise<WebhookMade>;
  /** Changes what is given. */
  changeWebhook(actor: string, id: string, input: Partial<Omit<WebhookInput, 'kind'>>): Promise<WebhookView>;
  removeWebhook(actor: string, id: string): Promise<void>;
  switchWebhook(actor: string, id: string, isOn: boolean): Promise<void>;
  /** Makes a new signing key; the former one signs too for a day. */
  rotateWebhook(actor: string, id: string): Promise<WebhookMade>;
  /** Sends an event of the type `test` now, once. */
  testWebhook(actor: string, id: string): Promise<TestResult>;
  /** Newest first. @param state - null for all */
  listWebhookDeliveries(id: string, state: DeliveryState | null, limit: number): Promise<readonly DeliveryView[]>;
  /** Delivers one event again, or with null all that were set aside. Returns how many. */
  resendWebhook(actor: string, id: string, number: number | null): Promise<number>;
}

import type { RuleCalls } from '../../tracking/rules/rule-calls.ts';
import type { TrialCalls } from '../../tracking/rules/trial-calls.ts';
import type { ApiKeys } from '../../web/api/keys.ts';
import type { WebhookCalls } from '../../webhooks/webhook-calls.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { ApiKeyCalls } from '../api.ts';
import type { Trials } from '../rules/trials.ts';
import type { ChangeNews, changesOf, WebhookParts } from '../webhooks.ts';

/** What exists once, however many servers there are. */
export interface ExistsOnce {
  /** The webhooks as this server delivers them. @throws Refusal `shutting-down` where another one does */
  requireWebhooks(): Webhooks;
  readonly webhookCalls: WebhookCalls;
  readonly changes: ChangeNews;
  readonly apiKeys: ApiKeyCalls;
  readonly rules: RuleCalls & TrialCalls;
  /** Begins what only a running server does by itself: a trial of rules continues. */
  begin(): void;
  /** Removes a pilot from what is sent to webhooks, and from trials of rules. */
  erasePilot(pilotId: string, words: readonly string[]): Promise<void>;
  /** Overwrites what deleted rows left in their file. @throws an error that is unreachable while it cannot be done */
  scrub(): Promise<void>;
  noteCrewCenter(lostBecause: string | null): void;
  close(): Promise<void>;
}

export interface OnceNeeds {
  readonly parts: Omit<WebhookParts, 'changes'> & Parameters<typeof changesOf>[0];
  readonly apiKeys: ApiKeys;
  readonly rules: RuleCalls;
  readonly trials: Trials;
  readonly onError: (error: unknown) => void;
}

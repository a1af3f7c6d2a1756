import { refusalAnswers } from '../../http/refusal-answers.ts';
import type { Refusal, RefusalCode } from '../../tracking/refusals.ts';
import type { TextKey } from '../browser/wording.js';
import { sayDetail } from '../visitor/sentences.ts';
import type { Visitor } from '../visitor/visitor.ts';

/** What a pilot reads of a refusal, where the page says it in the visitor's language. */
const texts: Partial<Record<RefusalCode, TextKey>> = {
  'wrong-login': 'refused.wrong-login',
  'login-throttled': 'refused.login-throttled',
  'password-login-disabled': 'refused.password-login-disabled',
  'pilot-not-allowed': 'refused.pilot-not-allowed',
  'module-disabled': 'refused.module-disabled',
  'crew-center-unavailable': 'refused.crew-center-unavailable',
  'no-session': 'refused.no-session',
  'session-expired': 'refused.no-session',
  'too-many-requests': 'refused.too-many-requests',
  'server-busy': 'refused.server-busy',
  'shutting-down': 'refused.server-busy',
  'flight-not-found': 'refused.flight-not-found',
  forbidden: 'refused.forbidden',
};

export interface Refused {
  readonly text: string;
  /** What is wrong with each field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
  /** Seconds after which the same may be tried again; null where nobody knows. */
  readonly retryAfterS: number | null;
}

/** Returns what a page says of a refusal. Those that have no text of their own say what the core does, in the visitor's language. */
export function refusedText({ code, detail }: Refusal, { wording }: Visitor): Refused {
  const key = texts[code];
  const retryAfterS = detail.retryAfterS ?? null;
  const { message, fields } = sayDetail(wording, detail);
  const text = key === undefined ? message : wording.say(key, { seconds: retryAfterS ?? 30 });
  return { text, fields, status: refusalAnswers[code].status, retryAfterS };
}

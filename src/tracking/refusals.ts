/**
 * Every expected error, as a stable kebab-case code. Contracts decide what a code becomes on the wire: each has a total
 * table over `RefusalCode`.
 */
export const refusalCodes = [
  'malformed',
  'invalid',
  'no-session',
  'session-expired',
  'wrong-login',
  'password-login-disabled',
  'login-throttled',
  'client-token',
  'pilot-not-allowed',
  'https-required',
  'forbidden',
  'module-disabled',
  'not-found',
  'not-offered',
  'flight-not-found',
  'bid-not-found',
  'method-not-allowed',
  'not-json',
  'too-large',
  'path-too-long',
  'too-many-requests',
  'no-open-flight',
  'flight-open',
  'flight-filing',
  'flight-filed',
  'flight-ended',
  'flight-elsewhere',
  'bid-required',
  'bid-blocked',
  'too-soon',
  'crew-center-unavailable',
  'crew-center-refused',
  'journal-full',
  'data-damaged',
  'server-busy',
  'shutting-down',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export interface RefusalDetail {
  /** What is wrong and what to do, as a plain sentence. Never contains a secret. */
  readonly message: string;
  /** One sentence per field, keyed by the core's field name (`lat`, `recordedAt`); contracts translate it to their wire name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Seconds until a retry makes sense. */
  readonly retryAfterS?: number;
  /** The flight whose state forbids the call. */
  readonly flight?: import('./model.ts').Flight;
  /** Ids that the call named, of what is refused. */
  readonly named?: { readonly bidId?: string; readonly scheduleId?: string };
}

/** The one expected error. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly detail: RefusalDetail;

  constructor(code: RefusalCode, detail: RefusalDetail) {
    super(detail.message);
    this.code = code;
    this.detail = detail;
  }
}

/** Whether the crew center did not say yes or no: it cannot be reached, or what it would have to read is damaged. */
export function isUnanswered(
  error: unknown,
): error is Refusal & { readonly code: 'crew-center-unavailable' | 'data-damaged' } {
  return isRefusal(error, 'crew-center-unavailable') || isRefusal(error, 'data-damaged');
}

export function isRefusal<C extends RefusalCode>(error: unknown, code?: C): error is Refusal & { readonly code: C } {
  return error instanceof Refusal && (code === undefined || error.code === code);
}

/** Whether this error means that the crew center has lost or closed the PIREP. */
export function isPirepGone(error: unknown): boolean {
  return isRefusal(error, 'flight-not-found') || isRefusal(error, 'flight-ended');
}

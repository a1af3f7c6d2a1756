/**
 * Why a call of the SDK failed. `code` is the server's own refusal code (`wrong-login`, `flight-open` …), or one of the SDK's:
 * `bad-url`, `down` (no response, or a gateway's), `not-ours` (a response of another application), `redirected`, `not-supported`, `given-up`, `not-logged-in`, `store-in-use`.
 * No member ever contains a password, token or key.
 */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly code: string;
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** One sentence per field, if the server named fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait, as requested by the server; otherwise null. */
  readonly retryAfterS: number | null;
  /** The rest of the response: the flight whose state forbids the call, or its receipt. */
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, more: TrackerErrorDetail = {}) {
    super(message);
    this.code = code;
    this.status = more.status ?? null;
    this.fields = more.fields ?? {};
    this.retryAfterS = more.retryAfterS ?? null;
    this.detail = more.detail ?? {};
  }
}

export interface TrackerErrorDetail {
  readonly status?: number | null;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterS?: number | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The call of a contract that has it. @throws TrackerError `not-supported` */
export function requireSupported<T>(call: T | null, message: string): T {
  if (call === null) throw new TrackerError('not-supported', message);
  return call;
}

export function isTrackerError(error: unknown, code?: string): error is TrackerError {
  return error instanceof TrackerError && (code === undefined || error.code === code);
}

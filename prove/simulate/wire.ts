/** A request on its way, as any HTTP client sends it. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The client's address. */
  readonly address: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** One request and what became of it, as seen by somebody who sees everything. */
export interface Exchange {
  readonly number: number;
  /** Who asks. */
  readonly client: string;
  readonly request: WireRequest;
  readonly sentAt: number;
  /** When a server got it, by its own clock; absent where servers send requests on. */
  readonly arrivedAt?: number;
  /** The JSON that was sent. */
  readonly sent: unknown;
}

export function readJson(text: string | null): unknown {
  if (text === null || text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A member of what may be an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

const credentialNames = ['authorization', 'x-tracker-token', 'x-api-key'];

/** The headers by which somebody is known. */
export function credentialsIn({ headers }: WireRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => credentialNames.includes(name.toLowerCase())));
}

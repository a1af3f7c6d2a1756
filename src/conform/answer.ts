/** One request of a check. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a text as it is. */
  readonly body?: object | string;
}

/** What the server answered. */
export interface Answer {
  readonly request: Request;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body; null if it is none. */
  readonly json: unknown;
}

/** No answer came: the server is down, or took longer than the timeout. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Describes an exchange in one line, with the beginning of the body. */
export function describeExchange({ request, status, text }: Answer): string {
  const body = text.replace(/\s+/g, ' ').trim();
  const shown = body.length > maxShown ? `${body.slice(0, maxShown)}…` : body;
  return `${request.method} ${request.path} → ${status}${shown === '' ? ' without a body' : ` ${shown}`}`;
}

/** Characters of a body in a report. */
const maxShown = 200;

import type { WireCall } from '../../../client/transport.ts';
import { CommandError } from '../../command.ts';
import { type Answer, Connection, type Net } from '../connection.ts';

/** A client of phpVMS 7's API. It sends the pilot's key with every request. */
export class CoreConnection extends Connection {
  readonly #key: string;

  /** @param base - to which `/api/…` is appended */
  constructor(base: string, key: string, net: Net) {
    super(`${base}/api/`, net, base);
    this.#key = key;
  }

  protected override credentials(): Readonly<Record<string, string>> {
    return { 'X-API-Key': this.#key };
  }

  protected override messageOf(answer: Answer): string {
    return messageOf(answer);
  }

  /** The `data` of an answer that must be a yes. @throws CommandError with the server's own words */
  async data(call: WireCall): Promise<unknown> {
    const answer = await this.insist(call);
    if (answer.status >= 200 && answer.status < 300) return dataOf(answer);
    throw new CommandError(messageOf(answer));
  }
}

export function dataOf({ body }: Answer): unknown {
  return ((body ?? {}) as { data?: unknown }).data;
}

/** What an answer says is wrong: `title` of a problem, or the message of a key that is not accepted. */
export function messageOf({ status, body }: Answer): string {
  const { title, error } = (body ?? {}) as { title?: unknown; error?: { message?: unknown } };
  if (status === 401) return 'The server does not accept the API key.';
  for (const text of [title, error?.message]) if (typeof text === 'string' && text !== '') return text;
  return `The server answered ${status}.`;
}

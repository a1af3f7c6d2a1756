import type { WireCall } from '../../../client/transport.ts';
import { CommandError } from '../../command.ts';
import { type Answer, Connection, type Net } from '../connection.ts';
import type { Dialect, PilotLogin, Row } from './dialect.ts';

/** smartCARS, or a client like it, talking to one Script URL: logs in again where its session has ended. */
export class SmartcarsConnection extends Connection {
  readonly #pilot: PilotLogin;
  readonly #dialect: Dialect;
  /** As the app keeps it over a restart. */
  session: string | null;

  constructor(
    scriptUrl: string,
    { pilot, dialect }: { readonly pilot: PilotLogin; readonly dialect: Dialect },
    net: Net,
    session: string | null,
  ) {
    super(scriptUrl, net);
    this.#pilot = pilot;
    this.#dialect = dialect;
    this.session = session;
  }

  protected override credentials(): Readonly<Record<string, string>> {
    return this.session === null ? {} : { Authorization: `Bearer ${this.session}` };
  }

  protected override messageOf(answer: Answer): string {
    return messageOf(answer);
  }

  /** Starts with the session that was kept, else logs in. @throws CommandError */
  async signIn(): Promise<void> {
    const { session } = this;
    if (session !== null && (await this.repeat(() => this.send(this.#dialect.resume(session)))).status === 200) return;
    await this.#logIn();
  }

  async #logIn(): Promise<void> {
    this.session = null;
    const answer = await this.repeat(() => this.send(this.#dialect.login(this.#pilot)));
    if (answer.status !== 200) throw new CommandError(messageOf(answer));
    this.session = this.#dialect.tokenOf(answer.body as Row);
  }

  /** A 401 is followed by a login and another try. @throws what `fetch` throws */
  override async ask(call: WireCall): Promise<Answer> {
    const answer = await this.send(call);
    if (answer.status !== 401) return answer;
    await this.#logIn();
    return await this.send(call);
  }

  /** It does not heed `Retry-After`. */
  protected override async send(call: WireCall): Promise<Answer> {
    return { ...(await super.send(call)), retryAfterS: null };
  }
}

export function messageOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const { message } = (body ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : `The server answered ${status}.`;
}

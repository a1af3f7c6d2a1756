import type { Answer, Request } from './answer.ts';
import { LeftOut } from './expect.ts';
import type { OpenFlight, Pilot, Scene, Target } from './kit.ts';
import { Wire } from './wire.ts';

export type Row = Readonly<Record<string, unknown>>;
export type HeaderValues = Readonly<Record<string, string>>;

/** A server whose pilots log in, and the sessions of a run. */
export abstract class SignedInScene implements Scene {
  readonly wire: Wire;
  readonly pilot: { readonly login: string; readonly password: string };
  readonly aircraft: string | null;
  /** Flights that were opened, by what ends each. */
  protected readonly opened: (() => Promise<void>)[] = [];
  readonly #stranger: Pilot | null;
  readonly #tokens: (string | null)[] = [null, null];

  constructor({ baseUrl, pilot, stranger, aircraft }: Target) {
    if (!('login' in pilot)) throw new Error('the command gives this kit a login');
    this.wire = new Wire(baseUrl.replace(/(?<!\/)\/+$/, ''));
    this.pilot = pilot;
    this.aircraft = aircraft;
    this.#stranger = stranger;
  }

  get secrets(): readonly string[] {
    const stranger = this.#stranger;
    const passwords = [
      this.pilot.password,
      ...(stranger !== null && 'password' in stranger ? [stranger.password] : []),
    ];
    return [...passwords.filter((each) => each.length > 5), ...this.#tokens.filter((each) => each !== null)];
  }

  async tidy(): Promise<void> {
    for (const end of this.opened.splice(0)) await end();
  }

  async close(): Promise<void> {
    for (const token of this.#tokens) if (token !== null) await this.logOut(token);
  }

  /** Most of these contracts have no call for it. */
  protected async logOut(_session: string): Promise<void> {}

  abstract removeLeftovers(): Promise<readonly string[]>;
  abstract findOpen(): Promise<OpenFlight | null>;

  /** Logs in and returns the session. @throws Deviation */
  protected abstract logIn(login: string, password: string): Promise<string>;

  /** Headers of a request with this session. */
  protected abstract headersOf(session: string): HeaderValues;

  /** As the pilot, who logs in with the first request. */
  async ask(method: string, path: string, body?: object | string, headers: HeaderValues = {}): Promise<Answer> {
    const session = await this.session();
    return this.send(method, path, body, { ...this.headersOf(session), ...headers });
  }

  /** As the other pilot. @throws LeftOut where none was given */
  async askAsStranger(method: string, path: string, body?: object): Promise<Answer> {
    const stranger = this.#stranger;
    if (stranger === null || !('login' in stranger)) throw new LeftOut('no other pilot was given');
    this.#tokens[1] ??= await this.logIn(stranger.login, stranger.password);
    return this.send(method, path, body, this.headersOf(this.#tokens[1]));
  }

  async session(): Promise<string> {
    this.#tokens[0] ??= await this.logIn(this.pilot.login, this.pilot.password);
    return this.#tokens[0];
  }

  /** Without a session. */
  send(method: string, path: string, body?: object | string, headers: HeaderValues = {}): Promise<Answer> {
    const request: Request = { method, path, headers, ...(body !== undefined && { body }) };
    return this.wire.send(request);
  }
}

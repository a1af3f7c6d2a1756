import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Secret } from '../../src/lib/secret.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import type { Server } from '../../src/server/app.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import type { Version } from '../served/contracts.ts';
import { CrewTables } from './crew-tables.ts';
import type { Known, PageSession } from './protocol.ts';

const operatorName = 'operator';
const operatorPassword = 'a password of the operator';
const operatorPage = '/tracker/operator/';
const pilotPage = '/tracker/my';
const scopes = ['flights', 'pireps', 'pilots', 'changes'];
const wantedPilots = 3;
/** What the requests made meanwhile is cleared away from here on, so that there is room for more. */
const maxProgramKeys = 80;
const maxWebhooks = 20;

/**
 * Knows a server from inside: signs in pilots and the operator, also on their pages, again where a request has ended their session, and reads
 * which ids there are.
 */
export class Acquaintance {
  readonly #server: Server;
  readonly #crew: CrewTables;
  readonly #directory: string;
  #emails: readonly string[];
  #programKey = '';
  #operator: string | null = null;
  #pilot = '';

  private constructor(server: Server, crew: CrewTables, directory: string) {
    this.#server = server;
    this.#directory = directory;
    this.#crew = crew;
    this.#emails = crew.emails();
  }

  static open(server: Server, version: Version, directory: string): Acquaintance {
    const file = join(directory, CrewTables.fileOf(version));
    return new Acquaintance(server, new CrewTables(new DatabaseSync(file, { timeout: 5_000 }), version), directory);
  }

  async read(): Promise<Known> {
    this.#crew.restore(this.#directory);
    const pilots = await this.#signIn();
    await this.#tidy();
    const operator = await this.#readOperator();
    return {
      tokens: pilots.map(({ token }) => token),
      pilotKeys: pilots.flatMap(({ email }) => this.#crew.keyOf(email) ?? []),
      programKey: await this.#readProgramKey(),
      operator,
      pilot: await this.#readPilot(pilots.map(({ email }) => email)),
      ids: await this.#readIds(operator),
    };
  }

  /** Some pilots may have been removed or suspended: the next ones take their place. */
  async #signIn(): Promise<readonly { readonly email: string; readonly token: string }[]> {
    const signedIn: { email: string; token: string }[] = [];
    for (const email of this.#emails) {
      if (signedIn.length === wantedPilots) break;
      const token = await this.#tokenOf(email);
      if (token === null) this.#emails = this.#emails.filter((each) => each !== email);
      else signedIn.push({ email, token });
    }
    if (signedIn.length === 0) throw new Error('no pilot is left who can sign in');
    for (const { email } of signedIn) this.#crew.giveBid(email);
    return signedIn;
  }

  async #tokenOf(login: string): Promise<string | null> {
    const credential = { kind: 'password' as const, login, password: new Secret(demoPassword) };
    try {
      return (await this.#server.tracker.tracking.calls.login({ credential, address: '192.0.2.1' })).token.reveal();
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  async #tidy(): Promise<void> {
    const { apiKeys, operator } = this.#server.tracker;
    const keys = apiKeys.list();
    if (keys.length > maxProgramKeys) for (const { id } of keys) await apiKeys.revoke('fuzz', id);
    const webhooks = await operator.listWebhooks();
    if (webhooks.length > maxWebhooks) for (const { id } of webhooks) await operator.removeWebhook('fuzz', id);
  }

  async #readProgramKey(): Promise<string> {
    const { apiKeys } = this.#server.tracker;
    if (apiKeys.find(this.#programKey) === null) {
      const { secret } = await apiKeys.create('fuzz', { name: 'Fuzz', scopes, days: null });
      this.#programKey = secret.reveal();
    }
    return this.#programKey;
  }

  async #readOperator(): Promise<PageSession> {
    if (this.#operator !== null) {
      const formToken = await this.#formToken(operatorPage, this.#operator);
      if (formToken !== null) return { cookie: this.#operator, formToken };
    }
    const path = await this.#server.tracker.operator.makeSetupPath('fuzz');
    const key = new URL(path, 'http://localhost').searchParams.get('key') ?? '';
    const password = { password: operatorPassword, again: operatorPassword };
    this.#operator = await this.#cookieOf('operator/welcome', { key, name: operatorName, ...password });
    return { cookie: this.#operator, formToken: (await this.#formToken(operatorPage, this.#operator)) ?? '' };
  }

  /** The first of these who is let in: requests have made some of them wait. */
  async #readPilot(emails: readonly string[]): Promise<PageSession> {
    for (const login of [null, ...emails]) {
      if (login !== null) this.#pilot = await this.#cookieOf('my/sign-in', { login, password: demoPassword });
      const formToken = await this.#formToken(pilotPage, this.#pilot);
      if (formToken !== null) return { cookie: this.#pilot, formToken };
    }
    throw new Error('No pilot is let in on the pages.');
  }

  async #cookieOf(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const { headers } = await this.#server.http.fastify.inject({
      method: 'POST',
      url: `/tracker/${path}`,
      // Not the address of the requests: their wrong passwords have made it wait.
      remoteAddress: '192.0.2.1',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return String(headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
  }

  /** Null when the session has ended. */
  async #formToken(url: string, cookie: string): Promise<string | null> {
    const page = await this.#server.http.fastify.inject({ url, headers: { cookie } });
    return page.statusCode === 200 ? (/name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? null) : null;
  }

  /** Members of the staff, without the one who sends the requests: it would take from itself what it may do. */
  async #readMembers({ cookie }: PageSession): Promise<readonly string[]> {
    const { body } = await this.#server.http.fastify.inject({ url: '/tracker/operator/staff', headers: { cookie } });
    const links = [...body.matchAll(/operator\/staff\/([^"]+)">([^<]*)</g)];
    return links.flatMap(([, id = '', name]) => (name === operatorName ? [] : [id]));
  }

  async #readIds(operatorSession: PageSession): Promise<Known['ids']> {
    const { journal, operator, apiKeys } = this.#server.tracker;
    const flights = await journal.listFlights({ limit: 20 });
    return {
      flight: flights.map(({ id }) => id),
      pirep: flights.flatMap(({ pirepId }) => pirepId ?? []),
      ...this.#crew.ids(),
      webhook: (await operator.listWebhooks()).map(({ id }) => id),
      key: apiKeys.list().map(({ id }) => id),
      member: await this.#readMembers(operatorSession),
    };
  }
}

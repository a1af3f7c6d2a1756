import { renewApiKey } from '../../src/platform/embedded/pilot-keys.ts';
import { writeTrackerConfig } from '../../src/platform/embedded/settings.ts';
import type { StaffRole } from '../../test/web-world.ts';
import type { World } from '../../test/world.ts';
import { type CallerName, roleOf } from './expectations.ts';
import type { Caller, Requests } from './requests.ts';
import { csrfIn, factorPage, setFactorUp, startPage } from './second-factor.ts';
import { type Tables, tablesOf } from './tables.ts';

const password = 'a password of the staff';
/** The role of which a second factor is required, and whose holder has one. */
const withFactor: StaffRole = 'editor';
const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };
const nothing: Readonly<Record<string, string>> = {};

/** Makes callers of every kind against a world. */
export class Callers {
  readonly #world: World;
  readonly #requests: Requests;
  readonly #tables: Tables;
  /** Those that stay what they are, and those that were made last. */
  readonly #made = new Map<CallerName, Caller>();
  readonly #last = new Map<CallerName, Caller>();
  /** Cookies of the staff by their role, and the ids of those who were invited by their name. */
  readonly #cookies = new Map<StaffRole, string>();
  readonly #joined = new Map<string, string>();

  private constructor(world: World, requests: Requests) {
    this.#world = world;
    this.#requests = requests;
    this.#tables = tablesOf(world);
  }

  static async open(world: World, requests: Requests): Promise<Callers> {
    const callers = new Callers(world, requests);
    await callers.#prepare();
    return callers;
  }

  /** @param isAnew - what the caller had may have been ended by a call that was made since */
  async make(name: CallerName, isAnew: boolean): Promise<Caller> {
    const made = this.#made.get(name) ?? (isAnew ? undefined : this.#last.get(name));
    const caller = made ?? (await this.#makeAnew(name));
    this.#last.set(name, caller);
    return caller;
  }

  async #makeAnew(name: CallerName): Promise<Caller> {
    if (/^a pilot(?! who)/.test(name)) return this.#pilot(name);
    if (name === 'a key of a pilot')
      return { headers: { 'x-api-key': this.#tables.keyOf('ada') ?? 'none' }, fields: nothing };
    if (name === 'staff without the second factor') return this.#unfinished();
    const role = roleOf(name);
    const { cookie, csrf } = role === null || role === 'owner' ? await this.#owner() : await this.#staff(role);
    const fields = { csrf: name.endsWith('another token of a form') ? otherThan(csrf) : csrf };
    if (name === 'an owner without the token of the form') return { headers: { cookie, ...own }, fields: nothing };
    if (name === 'an owner sent by another site')
      return { headers: { cookie, origin: 'https://elsewhere.example' }, fields };
    if (name === 'an owner framed by another site')
      return { headers: { cookie, 'sec-fetch-site': 'cross-site' }, fields };
    return { headers: { cookie, ...own }, fields };
  }

  /** A pilot with a session, on pages and in clients. */
  async #pilot(name: CallerName): Promise<Caller> {
    const { headers } = session(await this.#signIn('ada'));
    const page = await this.#requests.send('GET', '/tracker/my', { headers, fields: nothing });
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    if (name === 'a pilot without the token of the form') return { headers, fields: nothing };
    if (name === 'a pilot with another token of a form') return { headers, fields: { csrf: otherThan(csrf) } };
    const from = name === 'a pilot sent by another site' ? { origin: 'https://elsewhere.example' } : own;
    return { headers: { ...headers, ...from }, fields: { csrf } };
  }

  async #prepare(): Promise<void> {
    this.#made.set('nobody', { headers: nothing, fields: nothing });
    this.#made.set('a wrong token', { ...session('x'.repeat(43)), fields: { csrf: 'x', session: 'x' } });
    await this.#prepareSessions();
    await this.#preparePrograms();
    await this.#prepareStaff();
  }

  async #prepareSessions(): Promise<void> {
    const former = this.#tables.keyOf('ada');
    const keyOfBen = this.#tables.keyOf('ben');
    const { crewCenter } = this.#tables.isFive ? { crewCenter: null } : this.#world.embedded;
    if (crewCenter !== null) {
      await writeTrackerConfig(crewCenter, { session_token_ttl: '5' });
      await this.#world.journal.barrier();
      await this.#world.clock.advance(6_000);
    }
    const ended = await this.#signIn('ada');
    if (crewCenter === null) await this.#world.tracking.operator.endSessions('prove', null);
    else await renewApiKey(crewCenter, 'ada@demo-air.example');
    const suspended = await this.#signIn('ben');
    const left = await this.#signIn('cleo');
    this.#tables.suspend('ben');
    this.#tables.leave('cleo');
    // The server reads the crew center's tables now and then, and the first session ends by its time.
    await this.#world.clock.advance(6 * 60_000);
    this.#made.set('an ended session', session(ended));
    this.#made.set('a suspended pilot', session(suspended));
    this.#made.set('a pilot who left', session(left));
    for (const [name, key] of [
      ['a former key of a pilot', former],
      ['the key of a suspended pilot', keyOfBen],
    ] as const)
      this.#made.set(name, { headers: { 'x-api-key': key ?? 'none' }, fields: nothing });
  }

  async #preparePrograms(): Promise<void> {
    const { apiKeys } = this.#world.server.tracker;
    for (const scope of ['flights', 'pireps', 'pilots', 'changes'] as const) {
      const { secret } = await apiKeys.create('prove', { name: scope, scopes: [scope], days: null });
      this.#made.set(`a program that reads ${scope}`, bearer(secret.reveal()));
    }
    const scopes = ['flights', 'pireps', 'pilots', 'changes'];
    const { key, secret } = await apiKeys.create('prove', { name: 'Revoked', scopes, days: null });
    await apiKeys.revoke('prove', key.id);
    this.#made.set('a program whose key was revoked', bearer(secret.reveal()));
  }

  async #signIn(name: string): Promise<string> {
    const { token } = await this.#world.calls.login({
      credential: { kind: 'password', login: `${name}@demo-air.example`, password: this.#tables.password },
      address: '192.0.2.1',
    });
    return token.reveal();
  }

  async #prepareStaff(): Promise<void> {
    const removed = await this.#staff('operator');
    const { staff } = await this.#member('operator');
    const owner = await this.make('an owner', true);
    await this.#requests.send('POST', `/tracker/operator/staff/${staff}/remove`, owner);
    this.#joined.delete('operator');
    this.#made.set('staff that was removed', { headers: { cookie: removed.cookie, ...own }, fields: removed });
    const { cookie } = await this.#owner();
    await this.#requests.send('POST', '/tracker/operator/sign-out', owner);
    this.#made.set('an owner who signed out', { headers: { cookie, ...own }, fields: nothing });
  }

  /** A member of whose role a second factor is required, by an owner's form. Others with this role have one. */
  async #unfinished(): Promise<Caller> {
    const owner = await this.make('an owner', true);
    await this.#requests.send('POST', '/tracker/operator/staff/second-factor', {
      headers: owner.headers,
      fields: { ...owner.fields, role: withFactor },
    });
    const { key } = await this.#member(withFactor, 'late');
    const set = { headers: own, fields: { key, password, again: password } };
    const { cookie } = await this.#requests.send('POST', '/tracker/operator/welcome', set);
    return { headers: { cookie, ...own }, fields: { csrf: (await csrfIn(this.#requests, factorPage, cookie)) ?? '' } };
  }

  #owner(): Promise<StaffSession> {
    return this.#session('owner', async () => {
      const path = await this.#world.server.tracker.operator.makeSetupPath('prove');
      const key = new URL(path, 'http://localhost').searchParams.get('key') ?? '';
      return { key, name: 'owner' };
    });
  }

  /** A member with this role, who was invited by the owner; by another link when the session ended. */
  #staff(role: StaffRole): Promise<StaffSession> {
    return this.#session(role, async () => ({ key: (await this.#member(role)).key, name: '' }));
  }

  /** Invites a member of this role, or makes another link for the one there is, whose second factor is taken off. */
  async #member(role: StaffRole, name: string = role): Promise<{ readonly staff: string; readonly key: string }> {
    const owner = await this.make('an owner', true);
    const staff = this.#joined.get(name);
    const path = `/tracker/operator/staff${staff === undefined ? '' : `/${staff}/invite`}`;
    if (staff !== undefined)
      await this.#requests.send('POST', `/tracker/operator/staff/${staff}/second-factor/remove`, owner);
    const wanted = { ...owner.fields, name, email: '', role };
    const { text } = await this.#requests.send('POST', path, { headers: owner.headers, fields: wanted });
    const id = staff ?? new RegExp(`operator/staff/(\\w+)">${name}<`).exec(text)?.[1] ?? '';
    this.#joined.set(name, id);
    return { staff: id, key: /welcome\?key=([\w-]+)/.exec(text)?.[1] ?? '' };
  }

  /** The session of one who has this role, or a new one by a link when it has ended. */
  async #session(
    role: StaffRole,
    makeLink: () => Promise<{ readonly key: string; readonly name: string }>,
  ): Promise<StaffSession> {
    const cookie = this.#cookies.get(role) ?? '';
    const csrf = await csrfIn(this.#requests, startPage, cookie);
    if (csrf !== null) return { cookie, csrf };
    const fields = { ...(await makeLink()), password, again: password };
    const set = await this.#requests.send('POST', '/tracker/operator/welcome', { headers: own, fields });
    this.#cookies.set(role, set.cookie);
    if (role === withFactor) await setFactorUp(this.#requests, set.cookie, this.#world.clock.now());
    return { cookie: set.cookie, csrf: (await csrfIn(this.#requests, startPage, set.cookie)) ?? '' };
  }
}

interface StaffSession {
  readonly [field: string]: string;
  readonly cookie: string;
  readonly csrf: string;
}

/** A token, wherever a contract takes one. */
const session = (token: string): Caller => ({
  headers: { authorization: `Bearer ${token}`, 'x-tracker-token': token, cookie: `tracker_pilot=${token}` },
  fields: nothing,
});
/** A text of the same length that differs, whatever it was: its first letter, because the last one of base64 has spare bits. */
const otherThan = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
const bearer = (token: string): Caller => ({ headers: { authorization: `Bearer ${token}` }, fields: nothing });

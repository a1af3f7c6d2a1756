import type { FastifyInstance } from 'fastify';
import { type Config, loadConfig } from '../src/config/config.ts';
import { demoPassword } from '../src/platform/embedded/demo.ts';
import { isDecided, mayUse, roleNames } from '../src/web/access/roles.ts';
import { makeSetupPath } from '../src/web/access/setup.ts';
import { World, type WorldChanges } from './world.ts';

/** Who may use which part of the pages, as proofs ask it. */
export const staffRoles = { isDecided, mayUse, names: roleNames };
export type StaffRole = (typeof roleNames)[number];

/** The pages of a server, asked without a network, as a proxy in front of it would ask for somebody elsewhere. */
export class WebWorld implements AsyncDisposable {
  readonly world: World;

  private constructor(world: World) {
    this.world = world;
  }

  static async open(pages: Partial<Config['pages']> = {}, changes: WorldChanges = {}): Promise<WebWorld> {
    const own = { requireHttps: false, trustProxy: ['127.0.0.1'], pages: { ...loadConfig({}).pages, ...pages } };
    const config = { ...own, ...changes.config };
    return new WebWorld(await World.with({ ...changes, isServed: true, config }));
  }

  get app(): FastifyInstance {
    return this.world.server.http.fastify;
  }

  get(url: string, headers: Record<string, string> = {}) {
    return this.app.inject({ url, headers: { ...elsewhere, ...headers } });
  }

  post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    const payload = new URLSearchParams(form).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.app.inject({ method: 'POST', url, payload, headers: { ...elsewhere, ...type, ...headers } });
  }

  async setupKey(): Promise<string> {
    const path = await makeSetupPath(this.world.journal, this.world.clock.now());
    return new URL(path.reveal(), 'http://h').searchParams.get('key') ?? '';
  }

  /** Sets the password of an owner by a link, and answers the cookie and the form token of the session. */
  async signIn(password = 'correct horse battery'): Promise<WebSession> {
    const key = await this.setupKey();
    const form = { key, name: 'operator', password, again: password };
    return this.sessionOf(await this.post('/tracker/operator/welcome', form));
  }

  /** Invites a member of the staff with these roles, and answers their session after they set a password. */
  async join(name: string, role: string, owner: WebSession): Promise<WebSession> {
    const { cookie, csrf } = owner;
    const invited = await this.post('/tracker/operator/staff', { csrf, name, email: '', role }, { cookie });
    const key = /welcome\?key=([\w-]+)/.exec(invited.body)?.[1] ?? '';
    const password = `a password of ${name}`;
    return this.sessionOf(await this.post('/tracker/operator/welcome', { key, password, again: password }));
  }

  /** Signs a pilot in on the pages of pilots. */
  async signInPilot(login = 'ada@demo-air.example', password = demoPassword): Promise<WebSession> {
    const { headers } = await this.post('/tracker/my/sign-in', { login, password });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const page = await this.get('/tracker/my', { cookie });
    return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '' };
  }

  /** The session that a response starts. */
  async sessionOf(answer: { readonly headers: Readonly<Record<string, unknown>> }): Promise<WebSession> {
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const page = await this.get('/tracker/operator/', { cookie });
    return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '' };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.world[Symbol.asyncDispose]();
  }
}

/** The cookie of a session of the staff or of a pilot, and the token of its forms. */
export interface WebSession {
  readonly cookie: string;
  readonly csrf: string;
}

const elsewhere = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' };

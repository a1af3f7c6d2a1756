import Fastify, { type FastifyInstance } from 'fastify';
import { BodyBudget } from '../src/http/body-budget.ts';
import { openBcrypt } from '../src/lib/bcrypt.ts';
import type { AddedPages } from '../src/platform/pages.ts';
import { makeSetupPath } from '../src/web/access/setup.ts';
import { registerPages } from '../src/web/pages.ts';
import { defaultWebOptions, type WebNeeds, type WebOptions, type WebParts } from '../src/web/parts.ts';
import { World } from './world.ts';

interface Change {
  readonly options?: WebOptions;
  readonly extra?: (world: World) => AddedPages;
}

/** The pages over a real core, asked without a network. */
export class WebWorld implements AsyncDisposable {
  readonly world: World;
  readonly app: FastifyInstance;
  readonly parts: WebParts;
  readonly errors: unknown[];
  readonly #needs: WebNeeds;

  private constructor(world: World, app: FastifyInstance, parts: WebParts, needs: WebNeeds, errors: unknown[]) {
    this.world = world;
    this.app = app;
    this.parts = parts;
    this.#needs = needs;
    this.errors = errors;
  }

  static async open(change: Change = {}): Promise<WebWorld> {
    const world = await World.open();
    const app = Fastify();
    const errors: unknown[] = [];
    const needs: WebNeeds = {
      tracking: world.tracking,
      records: world.journal,
      clock: world.clock,
      bcrypt: openBcrypt(),
      bodies: new BodyBudget(),
      originOf: ({ headers }) => ({
        address: String(headers['x-test-address'] ?? '192.0.2.1'),
        isLocal: false,
        isSecure: headers['x-test-https'] !== undefined,
      }),
      onError: (error) => errors.push(error),
      options: change.options ?? defaultWebOptions,
      extra: change.extra?.(world) ?? null,
    };
    return new WebWorld(world, app, await registerPages(app, needs), needs, errors);
  }

  get(url: string, headers: Record<string, string> = {}) {
    return this.app.inject({ url, headers });
  }

  post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    const payload = new URLSearchParams(form).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.app.inject({ method: 'POST', url, payload, headers: { ...type, ...headers } });
  }

  async setupKey(): Promise<string> {
    const path = await makeSetupPath(this.world.journal, this.world.clock.now());
    return new URL(path.reveal(), 'http://h').searchParams.get('key') ?? '';
  }

  /** Sets the password by a link, and answers the cookie and the form token of the session. */
  async signIn(password = 'correct horse battery'): Promise<{ cookie: string; csrf: string }> {
    const key = await this.setupKey();
    const answer = await this.post('/tracker/operator/welcome', { key, password, again: password });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const page = await this.get('/tracker/operator/', { cookie });
    return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app.close();
    await this.#needs.bcrypt.close();
    await this.world[Symbol.asyncDispose]();
    if (this.errors.length > 0) throw new AggregateError(this.errors, 'errors of our own');
  }
}

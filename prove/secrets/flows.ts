import { codeAt } from '../../test/authenticator.ts';
import type { Reply } from '../access/requests.ts';
import type { CanaryKind } from './canaries.ts';
import { type Fields, type Headers, KeptRequests } from './kept-requests.ts';
import { usePilots } from './pilot-flows.ts';
import type { Stage } from './stage.ts';

/** Uses every secret in every way, right and wrong, and keeps everything that comes back. */
export async function useSecrets(stage: Stage, isShort: boolean): Promise<void> {
  const asked = new KeptRequests(stage);
  await usePilots(stage, asked);
  const flows = new OperatorFlows(stage, asked);
  await flows.operator();
  await flows.commands(isShort);
}

class OperatorFlows {
  readonly #stage: Stage;
  readonly #asked: KeptRequests;
  #operatorHeaders: Headers = {};
  #csrf = '';

  constructor(stage: Stage, asked: KeptRequests) {
    this.#stage = stage;
    this.#asked = asked;
  }

  async operator(): Promise<void> {
    const secret = (kind: CanaryKind) => this.#stage.secret(kind);
    const link = await this.#stage.command(['operator', 'link'], ['token of the setup link']);
    this.#stage.learn('token of the setup link', /key=([\w-]+)/.exec(link)?.[1]);
    const key = secret('token of the setup link');
    const password = secret('password of the operator');
    const site = { 'sec-fetch-site': 'same-origin' };
    // The page carries the key of its link in the form that it is for.
    await this.#asked.form('GET', `/tracker/operator/welcome?key=${key}`, site, {}, ['token of the setup link']);
    await this.#asked.form('POST', '/tracker/operator/welcome', site, { key, name: 'operator', password, again: 'x' }, [
      'token of the setup link',
    ]);
    const { cookie } = await this.#asked.form('POST', '/tracker/operator/welcome', site, {
      key,
      name: 'operator',
      password,
      again: password,
    });
    this.#stage.learn('session of the operator', cookie.split('=')[1]);
    this.#operatorHeaders = { cookie, ...site };
    await this.#asked.form('POST', '/tracker/operator/sign-in', site, {
      login: 'operator',
      password: secret('wrong password of the operator'),
    });
    const page = await this.#asked.form('GET', '/tracker/operator/', this.#operatorHeaders);
    this.#csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await this.#makeThings();
    await this.#inviteAndReset();
    await this.#useSecondFactor();
    const pages = [
      '',
      'in-progress',
      'account',
      'account/second-factor',
      'staff',
      'sessions',
      'ended',
      'outbox',
      'audit',
      'api-keys',
      'webhooks',
      'backups',
      'privacy',
      'none',
    ];
    for (const name of pages) await this.#asked.form('GET', `/tracker/operator/${name}`, this.#operatorHeaders);
    for (const name of ['pilots', 'settings', 'bids', 'schedules', 'fleet', 'news', 'rules', 'addons', 'pireps'])
      await this.#asked.form('GET', `/tracker/admin/${name}`, this.#operatorHeaders);
    await this.#submit('/tracker/operator/backups/make', {});
    await this.#submit('/tracker/operator/privacy/export', { ident: 'DMO0001' });
  }

  async #makeThings(): Promise<void> {
    const secret = (kind: CanaryKind) => this.#stage.secret(kind);
    const address = `https://127.0.0.1:44399/${secret('address of a webhook')}`;
    const made = await this.#submit('/tracker/operator/webhooks', { kind: 'webhook', name: 'Hook', url: address }, [
      'key of a webhook',
    ]);
    this.#stage.learn('key of a webhook', /whsec_[A-Za-z0-9+/=]+/.exec(made.text)?.[0]);
    await this.#submit('/tracker/operator/webhooks', { kind: 'webhook', name: '', url: address });
    const program = await this.#submit('/tracker/operator/api-keys', { name: 'Program', scope: 'flights', days: '' }, [
      'key of a program',
    ]);
    this.#stage.learn('key of a program', /trk_[\w-]+/.exec(program.text)?.[0]);
    const bearer = { authorization: `Bearer ${secret('key of a program')}` };
    for (const path of ['flights', 'pireps', 'none'])
      await this.#asked.json('GET', `/tracker/api/v1/${path}?key=${secret('key of a program')}`, bearer);
    const hooks = await this.#asked.form('GET', '/tracker/operator/webhooks', this.#operatorHeaders);
    const [, id = ''] = /webhooks\/([\w-]+)/.exec(hooks.text) ?? [];
    for (const what of ['test', 'resend', 'switch', 'change'])
      await this.#submit(`/tracker/operator/webhooks/${id}/${what}`, {});
    await this.#asked.form('GET', `/tracker/operator/webhooks/${id}`, this.#operatorHeaders);
    const pilot = { name: '', email: 'no address', password: secret('password of a new pilot'), airline: 'none' };
    await this.#submit('/tracker/admin/pilots', pilot);
    await this.#submit('/tracker/admin/pilots/1/password', {
      password: secret('password of a new pilot').slice(0, 400),
    });
    await this.#submit('/tracker/admin/settings', { client_token: secret('client token'), va_name: 'x'.repeat(999) });
  }

  /** Uses the links with which a newcomer registers and a pilot sets a password. */
  async #inviteAndReset(): Promise<void> {
    const site = { 'sec-fetch-site': 'same-origin' };
    const password = this.#stage.secret('password of a newcomer');
    await this.#submit('/tracker/admin/rules', { 'pilots.registration': 'invitation' });
    const invitation = { note: 'Canary', uses: '2', days: '7' };
    const made = await this.#submit('/tracker/admin/invitations', invitation, ['key of an invitation']);
    this.#stage.learn('key of an invitation', /join\?key=([\w-]+)/.exec(made.text)?.[1]);
    const key = this.#stage.secret('key of an invitation');
    await this.#asked.form('GET', `/tracker/join?key=${key}`, site, {}, ['key of an invitation']);
    const newcomer = { key, name: 'Canary', email: 'newcomer@air.example', home: '', password };
    await this.#asked.form('POST', '/tracker/join', site, { ...newcomer, again: 'x' }, ['key of an invitation']);
    await this.#asked.form('POST', '/tracker/join', site, { ...newcomer, again: password });
    const handed = await this.#submit('/tracker/admin/pilots/1/reset-link', {}, ['key of a password link']);
    this.#stage.learn('key of a password link', /password\/new\?key=([\w-]+)/.exec(handed.text)?.[1]);
    const link = this.#stage.secret('key of a password link');
    await this.#asked.form('GET', `/tracker/password/new?key=${link}`, site, {}, ['key of a password link']);
    const reset = { key: link, password: this.#stage.secret('password of a new pilot') };
    await this.#asked.form('POST', '/tracker/password/new', site, { ...reset, again: 'x' }, ['key of a password link']);
    await this.#asked.form('POST', '/tracker/password/new', site, { ...reset, again: reset.password });
    for (const name of ['applications', 'invitations'])
      await this.#asked.form('GET', `/tracker/admin/${name}`, this.#operatorHeaders);
  }

  /** Codes are wrong where they can be: what is shown once must not be shown again. */
  async #useSecondFactor(): Promise<void> {
    const path = '/tracker/operator/account/second-factor';
    await this.#submit(`${path}/begin`, {});
    const own: readonly CanaryKind[] = ['key of a second factor'];
    const shown = await this.#asked.form('GET', path, this.#operatorHeaders, {}, own);
    this.#stage.learn('key of a second factor', /<code class="secret">([A-Z2-7]{32})</.exec(shown.text)?.[1]);
    const key = this.#stage.secret('key of a second factor');
    await this.#asked.form('POST', `${path}/confirm`, this.#operatorHeaders, { csrf: this.#csrf, code: key }, own);
    const confirmed = await this.#submit(`${path}/confirm`, { code: codeAt(key, Date.now()) }, ['recovery code']);
    this.#stage.learn('recovery code', /<code class="secret">([a-z2-7-]{19})</.exec(confirmed.text)?.[1]);
    const code = this.#stage.secret('recovery code');
    const password = this.#stage.secret('password of the operator');
    const site = { 'sec-fetch-site': 'same-origin' };
    const asked = await this.#asked.form('POST', '/tracker/operator/sign-in', site, { login: 'operator', password });
    const proof = /name="proof" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
    for (const each of [key, code, code])
      await this.#asked.form('POST', '/tracker/operator/sign-in/code', site, { proof, code: each });
    await this.#submit(`${path}/off`, { code: key });
  }

  async commands(isShort: boolean): Promise<void> {
    const bad = {
      TRACKER_MAIL_SERVER: `smtp://tracker:${encodeURIComponent(this.#stage.secret('password of the mail server'))}@mail.example`,
      TRACKER_ALERT_DISCORD: `http://discord.com/api/webhooks/1/${this.#stage.secret('address of the alerts in Discord')}`,
    };
    await this.#stage.command(['serve', '--json'], [], bad);
    const all = [
      'settings list',
      'audit',
      'webhook list',
      'api-key list',
      'pilot list',
      'metrics',
      'sessions list',
      'flights list',
      'outbox list',
    ];
    for (const words of isShort ? all.slice(0, 2) : all) await this.#stage.command([...words.split(' '), '--json']);
    if (isShort) return;
    for (const words of all) await this.#stage.command(words.split(' '));
    await this.#stage.command(['pilot', 'password', 'nobody', '--json']);
    await this.#stage.command(['privacy', 'export', 'DMO0001', `${this.#stage.directory}/export.json`]);
  }

  #submit(path: string, fields: Fields, mayShow: readonly CanaryKind[] = []): Promise<Reply> {
    return this.#asked.form('POST', path, this.#operatorHeaders, { csrf: this.#csrf, ...fields }, mayShow);
  }
}

import assert from 'node:assert/strict';
import { until as wait } from '../../test/until.ts';

/** The site as its administrator sees it in a browser: cookies, forms with their tokens. */
export class AdminBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  async logIn(login: string, password: string): Promise<void> {
    const token = await this.formToken('/login');
    const { status, location } = await this.post('/login', { _token: token, email: login, password });
    assert.equal(status, 302);
    assert.doesNotMatch(location, /\/login$/, 'the administrator could not log in');
  }

  async page(path: string): Promise<{ readonly status: number; readonly text: string; readonly location: string }> {
    return this.#ask(path, {});
  }

  /** The token of the forms of this page. */
  async formToken(path: string): Promise<string> {
    const { text } = await this.page(path);
    const token = /name="_token"[^>]*value="([^"]+)"/.exec(text)?.[1];
    assert.ok(token !== undefined, `${path} holds no form`);
    return token;
  }

  async post(path: string, fields: Readonly<Record<string, string>>) {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    file: { name: string; field: string; bytes: Uint8Array },
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set(file.field, new Blob([Uint8Array.from(file.bytes)], { type: 'application/zip' }), file.name);
    return this.#ask(path, { method: 'POST', body: form });
  }

  async #ask(path: string, init: RequestInit) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#url + path, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' };
  }
}

/** The platform's public API. */
export async function readApi<T>(url: string, path: string): Promise<T> {
  const response = await fetch(`${url}/api/${path}`);
  assert.equal(response.status, 200, `${path}: ${response.status}`);
  return ((await response.json()) as { readonly data: T }).data;
}

/** Asks until it holds; what is done by a loop of the server is not there at once. */
export function until(what: string, seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const otherwise = () => `not within ${seconds} s: ${what}`;
  return wait(isSo, { withinMs: seconds * 1_000, everyMs: 250, otherwise });
}

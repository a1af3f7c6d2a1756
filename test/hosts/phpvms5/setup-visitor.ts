import assert from 'node:assert/strict';
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { file } from '../../../build/release/entry.ts';
import { packProgram } from '../../../build/release/packed-program.ts';
import { until } from '../../until.ts';
import { system } from '../packed-program.ts';

/** The account of the site, where the test is root. */
export const nobody = process.getuid?.() === 0 ? 65_534 : null;

/** A program that proves itself as the server, without a database. */
export function packed(version: string) {
  const launcher = `#!/bin/sh\ncd "$(dirname "$0")" && exec ./node/bin/node server.cjs "$3" </dev/null >/dev/null 2>&1 &\n`;
  const entries = [
    file('tracker', launcher, true),
    file('node/bin/node', `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, true),
    file('server.cjs', readFileSync(join(import.meta.dirname, 'small-server.cjs'))),
    file('package.json', JSON.stringify({ version })),
  ];
  return packProgram({ version, system, data: { 'journal.sqlite': 1 } }, entries);
}

/** Gives a folder with all in it to the account of PHP. */
export const own = (path: string) => {
  if (nobody === null) return;
  chownSync(path, nobody, nobody);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name));
};

/** Somebody with a browser that runs no scripts. */
export class Visitor {
  readonly #cookies = new Map<string, string>([['VMSAUTH', '1|7|127.0.0.1']]);
  readonly #url: string;
  readonly #site: string;
  html = '';
  status = 0;
  location: string | null = null;

  constructor(url: string, site: string, who: 'staff' | 'guest') {
    this.#url = url;
    this.#site = site;
    this.#cookies.set('who', who);
  }

  async open(path: string, form?: Readonly<Record<string, string>>): Promise<this> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form === undefined ? null : new URLSearchParams(form).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${this.#url}/acars/${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { cookie, ...(body !== null && type) },
      body,
      redirect: 'manual',
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      this.#cookies.set(name, value);
    }
    [this.html, this.status, this.location] = [
      await response.text(),
      response.status,
      response.headers.get('location'),
    ];
    assert.doesNotMatch(this.html, /Warning|Fatal error|Deprecated|<b>Min/, this.html);
    return this;
  }

  /** Sends the form with this button's `do`. */
  submit(what: string, fields: Readonly<Record<string, string>> = {}): Promise<this> {
    const [, token = ''] = /name="token" value="([0-9a-f]+)"/.exec(this.html) ?? [];
    return this.open('setup.php', { token, do: what, ...fields });
  }

  async giveCode(): Promise<this> {
    await this.open('setup.php');
    const [, named = ''] = /<pre>([^<]+)<\/pre>/.exec(this.html) ?? [];
    const path = named.startsWith('/') ? named : join(this.#site, named);
    const [, code = ''] = /^Code: (\S+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
    const [, token = ''] = /name="token" value="([0-9a-f]+)"/.exec(this.html) ?? [];
    await this.open('setup.php', { token, code: code.toLowerCase() });
    assert.equal(this.status, 303, this.html);
    assert.equal(existsSync(path), false, 'the code counts once');
    return this.open('setup.php');
  }

  /** Loads the page again as it asks, until it no longer does. */
  async wait(): Promise<this> {
    await until(async () => {
      if (!this.html.includes('http-equiv="refresh"')) return true;
      await this.open('setup.php');
      return false;
    });
    return this;
  }
}

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { edgeSource } from '../../../src/platform/phpvms5/edge-files.ts';
import { until } from '../../until.ts';
import { writeParts } from '../packed-program.ts';
import { packSmallServer } from '../small-program.ts';

/** Makes a phpVMS 5 in a folder, with `acars` as it was uploaded with a small program, and a full administrator. */
export function uploadTo(site: string): void {
  mkdirSync(join(site, 'core'), { recursive: true });
  cpSync(join(import.meta.dirname, 'admin-stand-in.php'), join(site, 'core/codon.config.php'));
  cpSync(edgeSource, join(site, 'acars'), { recursive: true });
  writeParts(join(site, 'acars/program'), packSmallServer('0.3.0'));
  signInAt(site, { id: 7, by: 'password', permissions: 0x1fffffff });
}

interface SignedIn {
  readonly id: number;
  readonly by: 'password' | 'cookie';
  readonly permissions: number;
}

export function signInAt(site: string, who: SignedIn): void {
  writeFileSync(join(site, 'core/signed-in.json'), JSON.stringify(who));
}

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

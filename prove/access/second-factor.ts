import { codeAt } from '../../test/authenticator.ts';
import type { Requests } from './requests.ts';

export const startPage = '/tracker/operator/';
export const factorPage = '/tracker/operator/account/second-factor';
const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };

/** Sets up a second factor for the member of the staff who is signed in with this cookie. @param now - of the server, in ms */
export async function setFactorUp(requests: Requests, cookie: string, now: number): Promise<void> {
  const headers = { cookie, ...own };
  const csrf = (await csrfIn(requests, factorPage, cookie)) ?? '';
  const post = (name: string, code: string) =>
    requests.send('POST', `${factorPage}/${name}`, { headers, fields: { csrf, code } });
  await post('begin', '');
  const { text } = await requests.send('GET', factorPage, { headers, fields: {} });
  const key = /<code class="secret">([A-Z2-7]{32})</.exec(text)?.[1] ?? '';
  await post('confirm', codeAt(key, now));
}

/** Returns the token of the forms of a page; null where the cookie does not open it. */
export async function csrfIn(requests: Requests, path: string, cookie: string): Promise<string | null> {
  const page = await requests.send('GET', path, { headers: { cookie }, fields: {} });
  return page.status === 200 ? (/name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? null) : null;
}

import { native } from '../../src/client/wires/native.ts';
import type { CanaryKind } from './canaries.ts';
import type { Headers, KeptRequests } from './kept-requests.ts';
import type { Stage } from './stage.ts';

const login = 'ada@demo-air.example';

/** What pilots' clients send: secrets that are right, wrong, and where they do not belong. */
export async function usePilots(stage: Stage, asked: KeptRequests): Promise<void> {
  const secret = (kind: CanaryKind) => stage.secret(kind);
  const client = { 'x-tracker-client': secret('client token') };
  const right = { login, password: secret('password of a pilot') };
  const granted = await asked.json('POST', '/api/tracker/auth', client, right, ['session of a pilot']);
  stage.learn('session of a pilot', (JSON.parse(granted.text) as { token: string }).token);
  const session = { authorization: `Bearer ${secret('session of a pilot')}`, ...client };
  const smart = await asked.json(
    'POST',
    `/api/tracker/smartcars/pilot/login?username=${login}`,
    {},
    { password: right.password },
    ['session of smartCARS'],
  );
  stage.learn('session of smartCARS', (JSON.parse(smart.text) as { session: string }).session);
  await useWrongly(stage, asked, client, right);
  await usePages(stage, asked, right);
  await useSessions(stage, asked, session);
}

async function useWrongly(
  stage: Stage,
  asked: KeptRequests,
  client: Headers,
  right: object & { readonly password: string },
): Promise<void> {
  const secret = (kind: CanaryKind) => stage.secret(kind);
  const wrong = secret('wrong password');
  await asked.json('POST', `/api/tracker/auth?password=${encodeURIComponent(wrong)}`, client, {
    login,
    password: wrong,
  });
  await asked.json('POST', '/api/tracker/auth', client, { login: [wrong], password: { [wrong]: right.password } });
  await asked.json('POST', '/api/tracker/auth', client, { login: wrong, password: wrong.repeat(40) });
  await asked.json('POST', '/api/tracker/auth', client, { api_key: secret('wrong key') });
  await asked.json('POST', '/api/tracker/auth', { 'content-type': 'application/json; charset=x' }, right);
  await asked.text('/api/tracker/auth', `{"password":"${wrong}",}`);
  await asked.text('/nowhere', `{"password":"${wrong}"`);
}

/** The pilot's own pages: their cookie is in no answer but that to the sign-in, and no page shows it. */
async function usePages(
  stage: Stage,
  asked: KeptRequests,
  right: { readonly login: string; readonly password: string },
): Promise<void> {
  const site = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };
  const path = '/tracker/my/sign-in';
  const wrong = stage.secret('wrong password');
  await asked.form('POST', path, site, { login, password: wrong });
  await asked.form('POST', path, site, { login: wrong, password: wrong.repeat(40) }, ['wrong password']);
  const { cookie } = await asked.form('POST', path, site, right);
  stage.learn('session of a pilot in a browser', cookie.split('=')[1]);
  const headers = { cookie, ...site };
  const page = await asked.form('GET', '/tracker/my', headers);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  for (const name of myPages) await asked.form('GET', `/tracker/my${name}`, headers);
  const inAddress = `/tracker/my?token=${encodeURIComponent(stage.secret('session of a pilot in a browser'))}`;
  await asked.form('GET', inAddress, headers, {}, ['session of a pilot in a browser']);
  await asked.form('POST', '/tracker/my/sign-out', headers, { csrf });
}

const myPages: readonly string[] = ['', '/sign-in', '/nothing'];

async function useSessions(stage: Stage, asked: KeptRequests, session: Headers): Promise<void> {
  const secret = (kind: CanaryKind) => stage.secret(kind);
  for (const path of ['bids', 'flight', 'profile', 'pireps', 'nothing'])
    await asked.json('GET', `/api/tracker/${path}?token=${encodeURIComponent(secret('session of a pilot'))}`, session);
  for (const key of ['key of a pilot', 'wrong key'] as const)
    for (const path of ['user', 'user/bids', 'pireps/none', 'none'])
      await asked.json('GET', `/api/${path}?api_key=${encodeURIComponent(secret(key))}`, {
        'x-api-key': secret(key),
      });
  await asked.json('POST', native.start({}).path, session, { bid_id: secret('session of a pilot') });
  await asked.json('POST', '/api/tracker/smartcars/pilot/verify', {}, { session: secret('session of smartCARS') }, [
    'session of smartCARS',
  ]);
  for (const path of [
    '/',
    '/tracker/',
    '/tracker/live/snapshot',
    '/healthz',
    '/readyz',
    '/tracker/api/v1/live',
    '/api/tracker/status',
  ])
    await asked.json('GET', path, session);
}

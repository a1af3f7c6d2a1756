import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ScriptedReply, scriptedFetch } from '../../test/wire/scripted-fetch.ts';
import { connectTracker, type Notice } from './client.ts';

const native: ScriptedReply = {
  json: { success: true, tracker_api: true, platform: 'host_v7', mode: 'native_module', version: '1.2.0' },
};
const legacy: ScriptedReply = {
  json: { success: true, tracker_api: true, platform: 'host_v5', mode: 'legacy_patch', version: '1.2.0' },
};
const html: ScriptedReply = { html: '<!doctype html><title>Welcome</title>' };
const missing: ScriptedReply = { status: 404, html: 'Not Found' };
const refusal = (status: number, code: string): ScriptedReply => ({
  status,
  json: { success: false, error: { code, message: 'No.' } },
});

const cases: readonly {
  readonly name: string;
  readonly status: ScriptedReply;
  readonly bootstrap: ScriptedReply;
  readonly expect: string;
  readonly asked: number;
}[] = [
  { name: 'a version 7', status: native, bootstrap: missing, expect: 'native', asked: 1 },
  { name: 'both: the native one', status: native, bootstrap: legacy, expect: 'native', asked: 1 },
  { name: 'a version 5', status: missing, bootstrap: legacy, expect: 'legacy', asked: 2 },
  {
    name: 'a version 5 that returns 200 and HTML for any path',
    status: html,
    bootstrap: legacy,
    expect: 'legacy',
    asked: 2,
  },
  {
    name: 'a version 5 where the first path is an error page',
    status: { status: 500, html: 'Oops' },
    bootstrap: legacy,
    expect: 'legacy',
    asked: 2,
  },
  { name: 'JSON of another application', status: { json: { ok: 1 } }, bootstrap: legacy, expect: 'legacy', asked: 2 },
  { name: 'an array', status: { json: [] }, bootstrap: legacy, expect: 'legacy', asked: 2 },
  {
    name: '`success` of another application',
    status: { json: { success: true } },
    bootstrap: legacy,
    expect: 'legacy',
    asked: 2,
  },
  { name: 'a site without tracker', status: missing, bootstrap: missing, expect: 'not-ours', asked: 2 },
  { name: 'HTML everywhere', status: html, bootstrap: html, expect: 'not-ours', asked: 2 },
  {
    name: 'a login wall',
    status: { status: 401, html: 'Log in' },
    bootstrap: { status: 401, html: 'Log in' },
    expect: 'not-ours',
    asked: 2,
  },
  { name: 'no network', status: null, bootstrap: legacy, expect: 'down', asked: 1 },
  { name: 'no network at the second request', status: missing, bootstrap: null, expect: 'down', asked: 2 },
  { name: 'a gateway: 502', status: { status: 502, html: 'Bad Gateway' }, bootstrap: legacy, expect: 'down', asked: 1 },
  { name: 'a gateway: 503', status: { status: 503, html: 'Maintenance' }, bootstrap: legacy, expect: 'down', asked: 1 },
  { name: 'a gateway: 504', status: missing, bootstrap: { status: 504, html: 'Timeout' }, expect: 'down', asked: 2 },
  {
    name: 'an edge without its server',
    status: refusal(503, 'server-unreachable'),
    bootstrap: legacy,
    expect: 'down',
    asked: 1,
  },
  {
    name: 'plain http where https is required',
    status: refusal(403, 'https-required'),
    bootstrap: legacy,
    expect: 'https-required',
    asked: 1,
  },
  {
    name: 'a module switched off',
    status: refusal(404, 'module-disabled'),
    bootstrap: missing,
    expect: 'module-disabled',
    asked: 2,
  },
  {
    name: 'a module switched off beside a version 5',
    status: refusal(404, 'module-disabled'),
    bootstrap: legacy,
    expect: 'legacy',
    asked: 2,
  },
];

for (const { name, status, bootstrap, expect, asked } of cases) {
  test(`discovery: ${name} is ${expect}`, async () => {
    const { fetch, seen } = scriptedFetch(({ path }) => (path === '/crew/api/tracker/status' ? status : bootstrap));
    const found = await connectTracker('https://va.example/crew/', { fetch }).then(
      (client) => client.variant,
      (error) => error.code,
    );
    assert.equal(found, expect);
    assert.deepEqual(
      seen.map(({ method, path }) => `${method} ${path}`),
      ['GET /crew/api/tracker/status', 'GET /crew/acars/bootstrap.php'].slice(0, asked),
    );
  });
}

test('discovery: a pasted endpoint is cut back and reported', async () => {
  const { fetch, seen } = scriptedFetch(() => native);
  const notices: unknown[] = [];
  const client = await connectTracker('https://jo:hunter2@va.example/crew/acars/login.php', {
    fetch,
    notify: (notice) => notices.push(notice),
  });
  assert.equal(client.baseUrl, 'https://va.example/crew');
  assert.equal(seen[0]?.url, 'https://va.example/crew/api/tracker/status');
  assert.deepEqual(notices, [
    { kind: 'base-url-cut', base: 'https://va.example/crew', cut: 'the login before the host /acars/login.php' },
  ]);
});

test('discovery: a site that redirects is called at its new address', async () => {
  const { fetch } = scriptedFetch(() => ({ ...native, url: 'https://www.va.example/api/tracker/status' }));
  assert.equal((await connectTracker('http://va.example', { fetch })).baseUrl, 'https://www.va.example');
});

test('discovery: a server that is being started is asked again when it says, for as long as one asks', async () => {
  const waking = { ...refusal(503, 'server-waking'), headers: { 'Retry-After': '15' } };
  const replies = [missing, waking, missing, waking, missing, legacy];
  let elapsed = 0;
  const timing = {
    now: () => Date.UTC(2025, 0, 1) + elapsed,
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms;
    },
  };
  const connect = (askPatienceMs: number, network: () => ScriptedReply) => {
    const { fetch, seen } = scriptedFetch(network);
    const kinds: string[] = [];
    const notify = ({ kind }: Notice) => kinds.push(kind);
    const client = connectTracker('https://va.example', { fetch, timing, askPatienceMs, notify });
    return { client, seen, kinds };
  };
  const patient = connect(60_000, () => replies.shift() ?? null);
  assert.equal((await patient.client).variant, 'legacy');
  assert.ok(elapsed >= 30_000 && elapsed < 60_000, String(elapsed));
  assert.deepEqual(patient.kinds, ['waiting', 'waiting']);
  const turns = [missing, waking, missing, waking, missing, waking, missing, waking];
  const limited = connect(40_000, () => turns.shift() ?? null);
  await assert.rejects(limited.client, { code: 'down', retryAfterS: 15 });
  assert.equal(limited.seen.length, 6);
  const wrong = connect(60_000, () => null);
  await assert.rejects(wrong.client, { code: 'down' });
  assert.equal(wrong.seen.length, 1, 'an address where nothing answers may be a wrong one');
});

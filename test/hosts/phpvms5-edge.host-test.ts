// needs: php
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Secret } from '../../src/lib/secret.ts';
import { edgeSource, sampleFile } from '../../src/platform/phpvms5/edge-files.ts';
import { addressFile, addressFileText, keyFile, keyReader, newKeyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { type EdgeKeys, type EdgeReport, readEdgeReport } from '../../src/platform/site/edge-signature.ts';
import { type PhpServer, startPhpServer } from './php.ts';
import { answerHello, serverNonce } from './proving-server.ts';

/** What reached the server behind the edge. */
interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: Buffer | string };

const password = 'it\'s "the" pässword\\';
let site: string;
let backend: Server;
let php: PhpServer;
let seen: Seen[] = [];
let answer: Answer = { status: 200 };
/** The server behind the edge: ours, one of before (null), or a stranger who passes the greeting on from elsewhere. */
let keys: EdgeKeys | null;
let where: string | undefined;

before(async () => {
  site = await mkdtemp(join(tmpdir(), 'tracker-edge-'));
  await cp(edgeSource, join(site, 'acars'), { recursive: true });
  await mkdir(join(site, 'core'));
  await writeConfig(`define( 'DBASE_PASS' , 'it\\'s "the" pässword\\\\' );`);
  keys = keysOf(password);
  backend = createServer(async (request, response) => {
    if (answerHello(request, response, keys, where)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: target = '', headers } = request;
    seen.push({ method, target, headers, body: Buffer.concat(chunks) });
    response.writeHead(answer.status, answer.headers ?? {}).end(answer.body);
  });
  await listen();
  php = await startPhpServer(site);
});
after(async () => {
  await php[Symbol.asyncDispose]();
  backend.close();
  await rm(site, { recursive: true });
});

const socket = () => join(site, 'server.sock');
const listen = () => new Promise<void>((resolve) => backend.listen(socket(), resolve));

async function writeConfig(line: string, encoding: 'utf8' | 'latin1' = 'utf8'): Promise<void> {
  const old = `// define('DBASE_PASS', 'an old one');\n/* define('DBASE_PASS', 'x'); */\ndefine('DBASE_USER', 'DBASE_PASS');`;
  await writeFile(
    join(site, 'core/local.config.php'),
    `<?php\n${old}\n${line}\nConfig::Set('X', SITE_ROOT . 'x');`,
    encoding,
  );
  await writeVaConfig(`unix:${socket()}`);
}

async function writeVaConfig(server: string): Promise<void> {
  const template = await readFile(join(edgeSource, sampleFile), 'utf8');
  await writeFile(
    join(site, 'acars/va_config.php'),
    template.replace("'TRACKER_SERVER', 'AUTO'", `'TRACKER_SERVER', '${server}'`),
  );
}

async function send(path: string, init: RequestInit = {}, answered: Answer = { status: 200, body: '{}' }) {
  seen = [];
  answer = answered;
  const response = await fetch(`${php.url}${path}`, { redirect: 'manual', ...init });
  return { response, body: Buffer.from(await response.arrayBuffer()), seen: seen[0] };
}

function keysOf(secret: string): EdgeKeys {
  return keyReader(site, new Secret(secret))();
}

function reportOf(request: Seen | undefined, by: EdgeKeys | null = keys): EdgeReport | null {
  const header = String(request?.headers['x-tracker-edge'] ?? '');
  const said = { method: request?.method ?? '', target: request?.target ?? '', nonce: serverNonce };
  return by && readEdgeReport(header, said, by, Date.now());
}

test('method, path, query, body and the headers of the contract arrive as they were sent, and nothing else', async () => {
  const body = gzipSync('{"lat": 1}');
  const headers = {
    authorization: 'Bearer abc',
    'x-tracker-token': 'abc',
    'x-tracker-client': 'sesame',
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'user-agent': 'Client/1',
    cookie: 'VMSAUTH=1',
    'x-api-key': 'abc-key',
    'x-tracker-edge': 'forged',
    'x-forwarded-for': '9.9.9.9',
  };
  const { seen } = await send('/acars/position.php?a=1&b=%C3%A9', { method: 'POST', body, headers });
  assert.deepEqual([seen?.method, seen?.target], ['POST', '/acars/position.php?a=1&b=%C3%A9']);
  assert.deepEqual(seen?.body, body);
  const { 'x-tracker-edge': report, ...arrived } = seen?.headers ?? {};
  assert.deepEqual(arrived, {
    connection: 'close',
    host: new URL(php.url).host,
    'content-length': String(body.length),
    accept: '*/*',
    'accept-encoding': arrived['accept-encoding'],
    authorization: 'Bearer abc',
    'x-tracker-token': 'abc',
    'x-tracker-client': 'sesame',
    'x-api-key': 'abc-key',
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'user-agent': 'Client/1',
  });
  assert.notEqual(report, 'forged');
});

test('the path behind smartcars.php arrives as it was sent, signed, and that behind no other script', async () => {
  const paths = ['', '/', '/flights/search?to=LSZ%20&limit=5', '//data//airports', '/a%2Fb%20c', '?/data/news&x=1'];
  for (const path of paths) {
    const { seen } = await send(`/acars/smartcars.php${path}`);
    assert.equal(seen?.target, `/acars/smartcars.php${path}`);
    assert.notEqual(reportOf(seen), null, path);
  }
  assert.equal((await send('/acars/status.php/data?x=1')).seen?.target, '/acars/status.php?x=1');
});

test('what PHP sees of the visitor is signed with the database password', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 10.0.0.1', 'x-forwarded-proto': 'https' };
  const { seen } = await send('/acars/login.php?x=1', { method: 'POST', body: 'login=a', headers });
  assert.deepEqual(reportOf(seen), {
    peer: '127.0.0.1',
    isHttps: false,
    host: new URL(php.url).host,
    forwardedFor: '203.0.113.9, 10.0.0.1',
    forwardedProto: 'https',
    documentRoot: site,
    edgeVersion: '1.2.0-5',
    bodyDigest: createHash('sha256').update('login=a').digest('hex'),
    base: null,
    hostMs: null,
    admin: null,
  });
  assert.equal(reportOf(seen, keysOf('another password')), null);
});

const pagePaths: readonly (readonly [asked: string, base: string, target: string])[] = [
  ['tracker.php/flights/x?share=a%2Fb', '/acars/tracker.php', '/tracker/flights/x?share=a%2Fb'],
  ['tracker.php/', '/acars/tracker.php', '/tracker/'],
  ['tracker.php?/flights/x?share=y', '/acars/tracker.php?', '/tracker/flights/x?share=y'],
  ['tracker.php?/flights/x&share=y', '/acars/tracker.php?', '/tracker/flights/x?share=y'],
  ['tracker.php?%2Foperator%2Foutbox=&q=a+b', '/acars/tracker.php?', '/tracker/operator/outbox?q=a+b'],
  ['tracker.php', '/acars/tracker.php?', '/tracker/'],
  ['tracker.php?flight=x', '/acars/tracker.php?', '/tracker/?flight=x'],
];

test('a page is asked for with where the visitor sees it, and of the cookies only ours go on', async () => {
  const cookie =
    'PHPSESSID=1; tracker_view=lang%3Dde; VMSAUTH=2; __Secure-tracker_operator=abc; xtracker_a=1; tracker_A=1';
  for (const [asked, base, target] of pagePaths) {
    const { seen } = await send(`/acars/${asked}`, {
      headers: { cookie, 'if-none-match': '"1"', 'sec-fetch-site': 'none' },
    });
    assert.equal(seen?.target, target, asked);
    assert.equal(seen.headers.cookie, 'tracker_view=lang%3Dde; __Secure-tracker_operator=abc');
    assert.deepEqual([seen.headers['if-none-match'], seen.headers['sec-fetch-site']], ['"1"', 'none']);
    const report = reportOf(seen);
    assert.deepEqual([report?.base, report?.admin], [base, null], asked);
    assert.ok((report?.hostMs ?? -1) >= 0 && (report?.hostMs ?? 0) < 5_000, String(report?.hostMs));
  }
  assert.equal((await send('/acars/status.php')).seen?.headers.cookie, undefined, 'a call of a client has none');
});

test('of the response go on what pages need, redirects within the pages, and our own cookies', async () => {
  const headers = {
    etag: '"1"',
    'content-disposition': 'attachment',
    'content-security-policy': 'x',
    'x-inner': '1',
    refresh: '5',
  };
  const page = async (more: Record<string, string>) =>
    (await send('/acars/tracker.php/x', {}, { status: 303, headers: { ...headers, ...more }, body: 'page' })).response;
  const shown = await page({
    location: '/acars/tracker.php/operator',
    'set-cookie': 'tracker_view=1; Path=/acars/tracker.php',
  });
  assert.equal(shown.status, 303);
  const names = [
    'etag',
    'content-disposition',
    'content-security-policy',
    'refresh',
    'location',
    'set-cookie',
    'x-inner',
  ];
  assert.deepEqual(
    names.map((name) => shown.headers.get(name)),
    ['"1"', 'attachment', 'x', '5', '/acars/tracker.php/operator', 'tracker_view=1; Path=/acars/tracker.php', null],
  );
  for (const location of [
    'https://evil.example/',
    '//evil.example/acars/tracker.php',
    '/admin',
    '/acars/tracker.phpx',
    'x',
  ])
    assert.equal((await page({ location })).headers.get('location'), null, location);
  assert.equal((await page({ 'set-cookie': 'PHPSESSID=1' })).headers.get('set-cookie'), null);
});

test('large bodies pass both ways as they are', async () => {
  const body = Buffer.alloc(9_000_000, 'page and upload ');
  const {
    response,
    body: shown,
    seen,
  } = await send('/acars/tracker.php/x', { method: 'PUT', body }, { status: 200, body });
  assert.equal(response.status, 200);
  assert.ok(seen?.body.equals(body) && shown.equals(body));
  assert.equal(reportOf(seen)?.bodyDigest, createHash('sha256').update(body).digest('hex'));
});

test('who asks for a page while there is no server is told so, in a page that loads again', async () => {
  await new Promise((resolve) => backend.close(resolve));
  const ask = (accept: string) => send('/acars/tracker.php/', { headers: { accept } });
  const [page, data] = [await ask('text/html'), await ask('application/json')];
  await listen();
  assert.deepEqual([page.response.status, page.response.headers.get('cache-control')], [503, 'no-store']);
  assert.match(page.body.toString(), /data-code="server-unreachable"/);
  assert.equal(JSON.parse(data.body.toString()).error.code, 'server-unreachable');
});

test('passwords of ISO-8859-1 files, in double quotes, and too short ones', async () => {
  await writeConfig(`define("DBASE_PASS", "p\xe4ssword of \\"eight\\"");`, 'latin1');
  keys = keysOf('pässword of "eight"');
  assert.notEqual(reportOf((await send('/acars/status.php')).seen), null);
  await writeConfig(`define('DBASE_PASS', 'short12');`);
  const { response, body, seen } = await send('/acars/status.php');
  assert.deepEqual([response.status, seen], [503, undefined]);
  assert.match(body.toString(), /edge-without-key/);
  await writeConfig(`define('DBASE_PASS', 'it\\'s "the" pässword\\\\');`);
  keys = keysOf(password);
});

test('nothing of a visitor reaches a server that does not prove itself', async () => {
  const ours = keys;
  const strangers: readonly (readonly [string, EdgeKeys | null, string?])[] = [
    ['a server of before', null],
    ['a server of another site', keysOf('the password of others')],
    ['somebody who passes the greeting on to the real server', ours, 'unix:/run/the/real.sock'],
  ];
  for (const [who, theirs, there] of strangers) {
    [keys, where] = [theirs, there];
    const { response, body, seen } = await send('/acars/login.php', {
      method: 'POST',
      body: 'password=canary-password',
    });
    const { code, message } = JSON.parse(body.toString()).error;
    assert.deepEqual([response.status, code, seen], [503, 'server-unproven', undefined], who);
    assert.match(message, /version 1\.1\.9.*1\.2\.0-5/, who);
  }
  [keys, where] = [ours, undefined];
});

test('with a key file the password counts for nothing, and a file that cannot be used is no key', async () => {
  const [path, withPassword] = [join(site, 'acars', keyFile), keys];
  await writeFile(path, newKeyFile());
  keys = keysOf(password);
  assert.deepEqual(Object.keys(keys.byKind), ['file']);
  assert.notEqual(reportOf((await send('/acars/status.php')).seen), null);
  assert.equal((await send(`/acars/${keyFile}`)).response.status, 403);
  keys = withPassword;
  assert.equal((await send('/acars/status.php')).response.status, 503, 'a server that knows the password only');
  await writeFile(path, '<?php');
  assert.match((await send('/acars/status.php')).body.toString(), /edge-without-key/);
  await rm(path);
});

test('where the server is: as it wrote down, else its default, and nowhere while the setting cannot be read', async () => {
  await writeVaConfig('AUTO');
  const path = join(site, 'acars', addressFile);
  await writeFile(path, addressFileText([`unix:${site}/nobody.sock`, `unix:${socket()}`]));
  assert.equal((await send('/acars/status.php')).response.status, 200, 'the second of two');
  await rm(path);
  assert.match((await send('/acars/status.php')).body.toString(), /server-un/, 'nobody of ours is at the default');
  await writeVaConfig(`unix:${socket()}`);
});

test('status, body and the headers that clients need come back as they were given', async () => {
  const body = gzipSync('{"success": false}');
  const given = {
    'Content-Type': 'application/problem+json',
    'Content-Encoding': 'gzip',
    'Retry-After': '17',
    Allow: 'POST',
    'Access-Control-Allow-Origin': '*',
    'WWW-Authenticate': 'Bearer',
    'Set-Cookie': 'a=b',
    Server: 'secret',
  };
  for (const status of [200, 202, 401, 405, 409, 422, 429, 503]) {
    const { response, body: got } = await send(
      '/acars/get_bid.php',
      { method: 'POST' },
      { status, headers: given, body },
    );
    assert.equal(response.status, status);
    assert.equal(got.toString(), '{"success": false}');
    for (const name of ['content-type', 'retry-after', 'allow', 'access-control-allow-origin', 'www-authenticate']) {
      assert.notEqual(response.headers.get(name), null, name);
    }
    for (const name of ['set-cookie', 'server', 'x-powered-by']) assert.equal(response.headers.get(name), null, name);
  }
});

test('OPTIONS passes; a redirect is not followed; a large log passes whole', async () => {
  const headers = { origin: 'https://app.test', 'access-control-request-method': 'POST' };
  const { response, seen: preflight } = await send('/acars/login.php', { method: 'OPTIONS', headers }, { status: 204 });
  assert.deepEqual(
    [response.status, preflight?.method, preflight?.headers.origin],
    [204, 'OPTIONS', 'https://app.test'],
  );
  const moved = await send('/acars/status.php', {}, { status: 302, headers: { Location: 'http://127.0.0.1:1/' } });
  assert.deepEqual([moved.response.status, moved.response.headers.get('location')], [302, null]);
  const large = Buffer.alloc(6_000_000, 'x');
  const sent = await send('/acars/submit_log.php', { method: 'POST', body: large }, { status: 200, body: large });
  assert.equal(sent.seen?.body.length, large.length);
  assert.equal(sent.body.length, large.length);
});

test('a server that is down, or ends in the middle, is 503 with Retry-After', async () => {
  await writeVaConfig(`unix:${site}/nobody.sock`);
  for (const server of [`unix:${site}/nobody.sock`, '127.0.0.1:1']) {
    await writeVaConfig(server);
    const { response, body } = await send('/acars/login.php', { method: 'POST', body: 'password=canary-password' });
    assert.equal(response.status, 503);
    assert.ok(Number(response.headers.get('retry-after')) > 0);
    assert.equal(JSON.parse(body.toString()).error.code, 'server-unreachable');
  }
  await writeVaConfig(`unix:${socket()}`);
});

test('a script of another version is refused by name', async () => {
  const path = join(site, 'acars/login.php');
  const whole = await readFile(path, 'utf8');
  await writeFile(path, whole.replaceAll('1.2.0-5', '1.2.0-0'));
  const { response, body, seen } = await send('/acars/login.php', { method: 'POST' });
  assert.equal(response.status, 503);
  assert.match(body.toString(), /edge-mixed.*login\.php/);
  assert.equal(seen, undefined);
  await writeFile(path, whole);
});

test('the files that are no scripts say nothing, and the folder leads to the live map', async () => {
  for (const name of ['va_config.php', sampleFile, '_tracker_common.php', '_tracker_link.php']) {
    const { response, body, seen } = await send(`/acars/${name}`);
    assert.deepEqual([response.status, body.toString(), seen], [403, '', undefined], name);
  }
  const { response } = await send('/acars/?a=1');
  assert.deepEqual([response.status, response.headers.get('location')], [302, '../index.php/acars?a=1']);
});

test('PHP complains about nothing, and no password or token is in its log', async () => {
  await send('/acars/login.php', {
    method: 'POST',
    body: 'login=a&password=canary-password',
    headers: { authorization: 'Bearer canary-token' },
  });
  const output = php.output();
  assert.match(output, /POST \/acars\/login\.php/);
  assert.doesNotMatch(output, /Warning|Notice|Deprecated|Fatal|canary|pässword/);
});

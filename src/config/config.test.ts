import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { ConfigError, type Environment, loadConfig, type Overrides, readEnvironment } from './config.ts';
import { environmentExample } from './pages.ts';
import { type Setting, settings } from './settings.ts';

test('an empty environment gives the documented defaults', () => {
  const config = loadConfig({});
  assert.deepEqual(config.listen, { kind: 'tcp', host: '127.0.0.1', port: 8787 });
  assert.deepEqual(config.dataDirectory, { kind: 'default', path: resolve('data') });
  assert.deepEqual(config.crewCenter, { kind: 'embedded', version: '7' });
  assert.deepEqual(config.tls, { kind: 'none' });
  assert.equal(config.requireHttps, true);
  assert.deepEqual(config.trustProxy, []);
  assert.deepEqual(config.flights, {
    suspendAfterMin: 30,
    abandonAfterH: 72,
    crewCenterTimeoutMs: 8_000,
    maxForwardedWaits: 3,
  });
  assert.deepEqual(config.loginLimits, { perPilotAndAddress: 10, perAddress: 30, perPilot: 100 });
  assert.equal(config.limits.finishBodyBytes, 8 * 2 ** 20);
});

test('values are read', () => {
  const cases: readonly [string, string, (config: ReturnType<typeof loadConfig>) => unknown, unknown][] = [
    ['TRACKER_LISTEN', '[::1]:0', (c) => c.listen, { kind: 'tcp', host: '::1', port: 0 }],
    ['TRACKER_LISTEN', ':80', (c) => c.listen, { kind: 'tcp', host: '0.0.0.0', port: 80 }],
    ['TRACKER_LISTEN', 'unix:/run/t.sock', (c) => c.listen, { kind: 'unix', path: '/run/t.sock' }],
    ['TRACKER_REQUIRE_HTTPS', 'No', (c) => c.requireHttps, false],
    ['TRACKER_REQUIRE_HTTPS', ' ', (c) => c.requireHttps, true],
    ['TRACKER_TRUST_PROXY', '10.0.0.0/8, ::1, unix:', (c) => c.trustProxy, ['10.0.0.0/8', '::1', 'unix:']],
    ['TRACKER_CREW_CENTER', '/srv/va', (c) => c.crewCenter, { kind: 'folder', path: '/srv/va' }],
    ['TRACKER_EMBEDDED_VERSION', '5', (c) => c.crewCenter, { kind: 'embedded', version: '5' }],
    ['TRACKER_DATA', 'x', (c) => c.dataDirectory, { kind: 'given', path: resolve('x') }],
    ['TRACKER_PHP', 'php8.1', (c) => c.host.php, 'php8.1'],
    ['TRACKER_PHP', './php', (c) => c.host.php, resolve('php')],
    ['TRACKER_COMMIT_WINDOW', '0', (c) => c.commitWindowMs, 0],
    ['TRACKER_JOURNAL', '', (c) => c.journal, null],
    ['TRACKER_CONTRACTS', 'smartcars3', (c) => c.contracts, { kind: 'named', words: ['smartcars3'] }],
    ['TRACKER_CONTRACTS', '', (c) => c.contracts, { kind: 'named', words: [] }],
    ['TRACKER_CONTRACTS', 'auto', (c) => c.contracts, { kind: 'auto' }],
    ['TRACKER_LOG_LEVEL', 'warn', (c) => c.logLevel, 'warn'],
  ];
  for (const [variable, text, pick, expected] of cases) {
    assert.deepEqual(pick(loadConfig({ [variable]: text })), expected, `${variable}=${text}`);
  }
});

test('an invalid value is named, with the allowed values', () => {
  const cases: readonly [Environment, Overrides, RegExp][] = [
    [{ TRACKER_LISTEN: '8787' }, {}, /^TRACKER_LISTEN is "8787": it must be `address:port`/],
    [{ TRACKER_LISTEN: '127.0.0.1:70000' }, {}, /^TRACKER_LISTEN/],
    [{ TRACKER_LISTEN: 'unix:run/t.sock' }, {}, /absolute path/],
    [{ TRACKER_TRUST_PROXY: '10.0.0.0/33' }, {}, /^TRACKER_TRUST_PROXY is "10\.0\.0\.0\/33"/],
    [{ TRACKER_TRUST_PROXY: 'localhost' }, {}, /an IP address/],
    [{ TRACKER_REQUIRE_HTTPS: 'maybe' }, {}, /`true` or `false`/],
    [{ TRACKER_SUSPEND_AFTER: '0' }, {}, /a whole number from 1 to 1440/],
    [{ TRACKER_SUSPEND_AFTER: '1.5' }, {}, /a whole number/],
    [{ TRACKER_SUSPEND_AFTER: '60', TRACKER_ABANDON_AFTER: '1' }, {}, /longer than TRACKER_SUSPEND_AFTER/],
    [{ TRACKER_LOG_LEVEL: 'loud' }, {}, /one of `fatal`/],
    [{ TRACKER_CONTRACTS: 'smartcars' }, {}, /^TRACKER_CONTRACTS is "smartcars": it must be .*`smartcars3`/],
    [{ TRACKER_TLS_CERT: '/c.pem' }, {}, /TRACKER_TLS_KEY is not: set both, or neither/],
    [{ TRACKER_CREW_CENTER: '/srv/va', TRACKER_EMBEDDED_VERSION: '5' }, {}, /are both set/],
    [{}, { listen: 'nowhere' }, /^--listen is "nowhere"/],
  ];
  for (const [env, overrides, message] of cases) {
    assert.throws(
      () => loadConfig(env, overrides),
      (error) => error instanceof ConfigError && message.test(error.message),
      JSON.stringify(env),
    );
  }
});

test('all problems are reported at once', () => {
  assert.throws(
    () => loadConfig({ TRACKER_LISTEN: '?', TRACKER_BODY_LIMIT: 'big', TRACKER_TLS_KEY: '/k.pem' }),
    (error) => error instanceof ConfigError && error.problems.length === 3,
  );
});

test('the command line takes precedence over the environment', () => {
  const config = loadConfig({ TRACKER_DATA: '/env' }, { data: '/flag' });
  assert.equal(config.dataDirectory.path, '/flag');
});

test('an unknown setting is remembered', () => {
  assert.deepEqual(loadConfig({ TRACKER_REQUIRE_HTTP: 'true', HOME: '/' }).unknownSettings, ['TRACKER_REQUIRE_HTTP']);
});

test('only the settings of Tracker are read from a `.env`, and the process takes precedence', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-env-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), 'TRACKER_LISTEN=:1\nAPP_KEY=base64:x\nPATH=/nowhere\n');
  const env = readEnvironment(folder);
  assert.equal(env.TRACKER_LISTEN, ':1');
  assert.equal(env.APP_KEY, process.env.APP_KEY);
  assert.equal(env.PATH, process.env.PATH);
});

test('every default is a valid value of its setting, and the example has it', () => {
  const uncommented = environmentExample().replaceAll(/^#(?=TRACKER_)/gm, '');
  const example: Environment = parseEnv(uncommented);
  for (const { variable, kind, default: value } of Object.values<Setting<unknown>>(settings)) {
    assert.notEqual(kind.read(value), undefined, variable);
    assert.equal(example[variable], value, variable);
  }
  const { TRACKER_EMBEDDED_VERSION: _, ...rest } = example;
  assert.deepEqual(loadConfig(rest), loadConfig({}));
});

const guesses: readonly (readonly [listen: string, hint: RegExp])[] = [
  ['80', /^--listen is "80": it must be .* Did you mean 127\.0\.0\.1:80\?$/],
  ['localhost', /Did you mean localhost:8787\?$/],
  ['/run/tracker.sock', /Did you mean unix:\/run\/tracker\.sock\?$/],
  ['a b', /that systemd passes\.$/],
  ['99999', /^--listen is "99999": it must be `address:port` with a port up to 65535 .* that systemd passes\.$/],
  ['127.0.0.1:65536', /with a port up to 65535 .* that systemd passes\.$/],
];
for (const [listen, hint] of guesses)
  test(`an invalid option is named as it was typed, with a suggestion: --listen ${listen}`, () =>
    assert.throws(() => loadConfig({}, { listen }), { message: hint }));

const renames = Object.values<Setting<unknown>>(settings).filter(({ formerly }) => formerly !== null);
for (const { variable, formerly } of renames)
  test(`${variable} can still be set as ${formerly}, which is reported`, () => {
    const from = formerly ?? '';
    const config = loadConfig({ [from]: '7' });
    const { renamedSettings, ...rest } = config;
    assert.deepEqual(renamedSettings, [{ from, to: variable }]);
    assert.deepEqual({ ...rest, renamedSettings: [] }, loadConfig({ [variable]: '7' }));
    assert.notDeepEqual(rest.flights, loadConfig({}).flights);
    assert.deepEqual(loadConfig({ [from]: '7', [variable]: '9' }).flights, loadConfig({ [variable]: '9' }).flights);
    assert.throws(() => loadConfig({ [from]: 'x' }), { message: new RegExp(`^${from} is "x": it must be`) });
  });

test('there are settings with a former name', () => {
  assert.deepEqual(
    renames.map(({ formerly }) => formerly),
    ['TRACKER_FORWARDED_WAITS', 'TRACKER_ANSWER_WITHIN'],
  );
});

const passed: readonly (readonly [env: Readonly<Record<string, string>>, count: number])[] = [
  [{}, 0],
  [{ LISTEN_FDS: '1', LISTEN_PID: String(process.pid) }, 1],
  [{ LISTEN_FDS: '2', LISTEN_PID: String(process.pid) }, 2],
  [{ LISTEN_FDS: '1', LISTEN_PID: '1' }, 0],
  [{ LISTEN_FDS: 'x', LISTEN_PID: String(process.pid) }, 0],
  [{ LISTEN_FDS: '-1', LISTEN_PID: String(process.pid) }, 0],
  [{ LISTEN_FDS: '1' }, 0],
];
for (const [env, count] of passed)
  test(`${count} sockets of systemd are ours: ${JSON.stringify(env)}`, () => {
    assert.equal(loadConfig({ ...env, TRACKER_LISTEN: 'systemd' }).passedSockets, count);
  });

test('maps to choose from have a name, an address with placeholders, and an attribution', () => {
  const read = (text: string) => loadConfig({ TRACKER_MAP_SOURCES: text }).pages.mapSources;
  const url = 'https://tiles.example/{z}/{x}/{y}.png';
  assert.deepEqual(read(''), []);
  assert.deepEqual(read(`A | ${url} | © A;  B|${url};`), [
    { name: 'A', url, attribution: '© A' },
    { name: 'B', url, attribution: '' },
  ]);
  for (const text of ['A', `| ${url}`, 'A | https://tiles.example/', `A | ${url} | x | y`, `A | ${url}; A | ${url}`]) {
    assert.throws(() => read(text), /TRACKER_MAP_SOURCES/, text);
  }
});

const databaseServers: readonly (readonly [text: string, read: string])[] = [
  ['db.example', 'db.example'],
  ['db_1:3307', 'db_1:3307'],
  ['[::1]:3307', '[::1]:3307'],
  ['::1', '::1'],
  ['unix:/run/my.sock', 'unix:/run/my.sock'],
  ['/run/my.sock', 'unix:/run/my.sock'],
  ['localhost:/run/my.sock', 'unix:/run/my.sock'],
  [':/run/my.sock', 'unix:/run/my.sock'],
];
for (const [text, read] of databaseServers)
  test(`the crew center's database can be at ${text}`, () => {
    assert.equal(loadConfig({ TRACKER_DATABASE_SERVER: text }).host.databaseServer, read);
  });
for (const text of ['db:99999', 'db.example:', 'mysql://db', 'my.sock/', 'two words', 'db:0'])
  test(`the crew center's database cannot be at ${text}`, () => {
    assert.throws(() => loadConfig({ TRACKER_DATABASE_SERVER: text }), /TRACKER_DATABASE_SERVER .*`unix:`/);
  });

test('the journal can be in a database, whose password is given apart from it', (t) => {
  const crew = { TRACKER_CREW_CENTER: '/srv/va' };
  const journalOf = (env: Environment) => loadConfig({ ...crew, ...env }).journal;
  const TRACKER_JOURNAL = 'mysql://tracker@db1,db2.example:3307,[fd00::1]:3308,unix:/run/my.sock/flights';
  const journal = journalOf({ TRACKER_JOURNAL, TRACKER_JOURNAL_PASSWORD: 's3cret' });
  assert.deepEqual(journal?.hosts, [
    { host: 'db1', port: 3306 },
    { host: 'db2.example', port: 3307 },
    { host: 'fd00::1', port: 3308 },
    { socketPath: '/run/my.sock' },
  ]);
  assert.deepEqual([journal?.user, journal?.database, journal?.password.reveal()], ['tracker', 'flights', 's3cret']);
  const folder = mkdtempSync(join(tmpdir(), 'tracker-config-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'password');
  writeFileSync(file, 'from a file\n');
  assert.equal(journalOf({ TRACKER_JOURNAL, TRACKER_JOURNAL_PASSWORD_FILE: file })?.password.reveal(), 'from a file');
  const refused: readonly [Environment, RegExp][] = [
    [
      { TRACKER_JOURNAL: 'mysql://tracker:s3cret@db1/flights' },
      /TRACKER_JOURNAL is given: it must be .* without a password/,
    ],
    [{ TRACKER_JOURNAL: 'mysql://tracker@db1:99999/flights' }, /TRACKER_JOURNAL is given/],
    [{ TRACKER_JOURNAL: 'mysql://db1/flights' }, /TRACKER_JOURNAL is given/],
    [{ TRACKER_JOURNAL, TRACKER_JOURNAL_PASSWORD_FILE: join(folder, 'none') }, /cannot be read \(ENOENT\)/],
    [{ TRACKER_JOURNAL, TRACKER_JOURNAL_PASSWORD_FILE: file, TRACKER_JOURNAL_PASSWORD: 'x' }, /both set/],
    [{ TRACKER_JOURNAL, TRACKER_BACKUP_FOLDER: '/b' }, /backed up by MariaDB's own tools/],
    [{ TRACKER_CLUSTER_CA: join(folder, 'none') }, /TRACKER_CLUSTER_CA names .* cannot be read \(ENOENT\)/],
    [{ TRACKER_CLUSTER_CA: file }, /must hold certificates in PEM form/],
    [{ TRACKER_CLUSTER_ADDRESS: 'http://203.0.113.7:8788' }, /TRACKER_CLUSTER_ADDRESS is .*a private IP address/],
    [{ TRACKER_CLUSTER_ADDRESS: 'http://tracker.example:8788' }, /TRACKER_CLUSTER_ADDRESS is .*a private IP address/],
    [{ TRACKER_CLUSTER_LISTEN: '203.0.113.7:8788' }, /not a private address: set TRACKER_CLUSTER_ADDRESS, with TLS/],
    [{ TRACKER_JOURNAL, TRACKER_CREW_CENTER: '' }, /embedded crew center is for one machine/],
  ];
  for (const [env, expected] of refused) assert.throws(() => journalOf(env), expected, JSON.stringify(env));
  assert.throws(
    () => journalOf({ TRACKER_JOURNAL: 'mysql://tracker:s3cret@db1/x' }),
    (error: Error) => !/s3cret/.test(error.message),
  );
});

test('a setting that no longer has an effect is named where it would have had one', () => {
  const [sentence, ...others] = loadConfig({ TRACKER_PROCESSES: '2' }).retiredSettings;
  assert.match(sentence ?? '', /^TRACKER_PROCESSES has no effect\. .*docs\/scaling\.md/);
  assert.deepEqual(others, []);
  const one = loadConfig({ TRACKER_PROCESSES: '1' });
  assert.deepEqual(one.retiredSettings, []);
  assert.deepEqual(one.unknownSettings, []);
});

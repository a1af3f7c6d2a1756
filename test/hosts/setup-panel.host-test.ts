// needs: php, web-server
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startNginx } from './nginx.ts';
import { startPhpFpm } from './php-fpm.ts';
import { uploadTo, Visitor } from './phpvms5/setup-visitor.ts';
import { accepts, freePort } from './ports.ts';
import { nobody, own } from './small-program.ts';

test('where PHP may start nothing the panel’s “Setup Node.js App” starts Tracker, up to the same green page', async () => {
  await using opened = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'tracker-panel-'));
  opened.defer(() => rmSync(home, { recursive: true }));
  const [site, place] = [join(home, 'public_html'), join(home, 'tracker')];
  uploadTo(site);
  own(home);
  const fpm = opened.use(await startPhpFpm(4));
  const off = 'disable_functions=proc_open,exec,popen,shell_exec,passthru,system\nallow_url_fopen=0';
  const values = { HTTP_HOST: '$http_host', PHP_ADMIN_VALUE: `open_basedir=${home}:/tmp\n${off}` };
  const nginx = opened.use(await startNginx({ root: site, fastcgi: fpm.socketPath, values }));
  const visitor = await new Visitor(`http://127.0.0.1:${nginx.port}`, site, 'staff').giveCode();
  assert.match(visitor.html, /PHP may start no program here/);
  await visitor.submit('begin');
  await until(async () => /so cron has to/.test((await visitor.open('setup.php')).html));
  assert.match(visitor.html, /Setup Node\.js App/);
  assert.ok(visitor.html.includes(`<dt>Application root</dt><dd><code>${place}</code></dd>`), visitor.html);
  assert.ok(visitor.html.includes('<dd><code>app.cjs</code></dd>'));
  for (const wake of ['ftp://127.0.0.1/', 'http://', 'https://a b/', 'javascript:1'])
    assert.match((await visitor.submit('panel', { wake })).html, /must begin with https/, wake);
  const decided = () => JSON.parse(readFileSync(join(place, 'folder.json'), 'utf8')) as Record<string, unknown>;
  assert.equal(decided().startBy, 'cron');

  // What the panel does with it, as the owner of the account.
  const port = await freePort();
  const app = spawn(process.execPath, [join(place, 'app.cjs')], {
    cwd: place,
    env: { PORT: String(port) },
    stdio: 'ignore',
    ...(nobody !== null && { uid: nobody, gid: nobody }),
  });
  opened.defer(async () => {
    const exit = once(app, 'exit');
    app.kill('SIGKILL');
    await exit;
  });
  await until(() => accepts(port));
  const elsewhere = `http://127.0.0.1:${nginx.port}/acars/setup.php`;
  const refused = (await visitor.submit('panel', { wake: elsewhere })).html;
  assert.match(refused, /does not answer what starts Tracker \(status \d{3}\)\. Compare root and startup file/);
  const wake = `http://127.0.0.1:${port}/`;
  await visitor.submit('panel', { wake });
  await visitor.wait();
  assert.match(visitor.html, /Tracker 0\.3\.0 runs/);
  assert.match(visitor.html, /It answers through the site\. Pilots can fly/);
  assert.deepEqual([decided().startBy, decided().wake], ['passenger', wake]);
  await visitor.submit('choose', { sleeps: 'yes' });
  assert.equal(decided().sleeps, true, 'a request wakes it');
  await visitor.submit('panel', { wake: '' });
  assert.deepEqual([decided().startBy, decided().wake], ['cron', '']);
  assert.match(visitor.html, /without this line Tracker does not come back/);
  await visitor.submit('remove', { data: 'delete' });
  assert.deepEqual(readdirSync(home), ['public_html']);
  assert.equal(existsSync(join(site, 'acars')), false);
});

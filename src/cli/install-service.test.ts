import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { configOf } from '../../test/command-line.ts';
import { CommandError } from './command.ts';
import { dropInOf, showService } from './install-service.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-service-'));
after(() => rmSync(home, { recursive: true }));
const isRoot = process.getuid?.() === 0;
const uid = isRoot ? 33 : Number(process.getuid?.());
const gid = isRoot ? 33 : Number(process.getgid?.());

function site(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  chownSync(folder, uid, gid);
  return folder;
}

function show(name: string, folder: string, file: string | null): { code: number; text: string } {
  const lines: string[] = [];
  const out = (text: string) => void lines.push(text);
  const io = {
    out,
    err: out,
    json: false,
    isTerminal: false,
    columns: null,
    dataDirectory: home,
    config: configOf(home),
  };
  const service = { name, folder, data: '/srv/data', listen: '127.0.0.1:8787' };
  return { code: showService(service, file, io), text: lines.join('\n') };
}

test('the service of a site runs as its owner, and may write where it must', () => {
  const folder = site('crew');
  const { code, text } = show('crew', folder, null);
  assert.equal(code, 0);
  assert.ok(
    text.includes(`[Service]\nUser=${uid}\nGroup=${gid}\nReadWritePaths=-${folder}\nReadWritePaths=-/srv/data\n`),
  );
  assert.match(text, /\/etc\/systemd\/system\/va-tracker@crew\.service\.d\/site\.conf/);
  assert.ok(text.includes(`TRACKER_CREW_CENTER=${folder}\nTRACKER_DATA=/srv/data\nTRACKER_LISTEN=127.0.0.1:8787\n`));
});

test('the drop-in is written to a file', () => {
  const folder = site('crew');
  const file = join(home, 'va-tracker@crew.service.d/site.conf');
  assert.equal(show('crew', folder, file).code, 0);
  assert.equal(readFileSync(file, 'utf8'), dropInOf({ folder, data: '/srv/data' }));
});

test('a folder with a space and a per cent sign is one path', () => {
  const folder = site('my 100% site');
  assert.match(dropInOf({ folder, data: '/srv/data' }), /^ReadWritePaths="-.*\/my 100%% site"$/m);
});

for (const name of ['../etc', 'Crew', '', 'a b', 'x@y'])
  test(`no service has the name ${JSON.stringify(name)}`, () => {
    const file = join(home, 'never');
    assert.throws(() => show(name, site('crew'), file), CommandError);
    assert.equal(existsSync(file), false);
  });

test('a site of root gets no service', () => {
  assert.throws(() => dropInOf({ folder: '/', data: '/srv/data' }), /belongs to root/);
});

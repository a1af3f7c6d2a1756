// needs: web-server, php
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serverRules as rulesOfFive } from '../../src/platform/phpvms5/edge-advice.ts';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { denyRule } from '../../src/platform/phpvms5/storage.ts';
import { serverRules as rulesOfSeven } from '../../src/platform/phpvms7/edge-advice.ts';
import { moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import { packedFolders } from '../../src/platform/site/packed-files.ts';
import { type PrintedServer, printRules } from '../../src/platform/site/server-rules/printed.ts';
import { type PhpFpm, startPhpFpm } from './php-fpm.ts';
import { startWebServer, type WebServerName, type WebSite, webServers } from './web-server.ts';

// What an upload puts into a public folder: a packed program is never executed, and nothing but it can be read.

/** It would say so, were it run. */
const program = "TRACKER-PROGRAM 1\n<?php echo 'exe' . 'cuted'; ?>\n#!/bin/sh\necho executed\n";
const names = ['program-linux-x64.part1', 'program-linux-x64.part2', 'program-linux-x64.sig', 'program-linux-x64.keys'];

let site: string;
let fpm: PhpFpm;
before(async () => {
  site = mkdtempSync(join(tmpdir(), 'tracker-packed-'));
  await chmod(site, 0o755);
  cpSync(edgeSource, join(site, 'acars'), { recursive: true });
  cpSync(moduleSource, join(site, 'modules/Tracker'), { recursive: true });
  for (const folder of Object.values(packedFolders)) {
    mkdirSync(join(site, folder), { recursive: true });
    for (const name of names) writeFileSync(join(site, folder, name), program);
  }
  writeFileSync(join(site, packedFolders[7], '.htaccess'), denyRule);
  writeFileSync(join(site, 'acars/_tracker_place.php'), "<?php\nreturn array(\n    'place' => '/home/canary',\n);\n");
  mkdirSync(join(site, 'public'));
  writeFileSync(join(site, 'public/index.php'), '<?php echo "a page";');
  writeFileSync(join(site, 'index.php'), '<?php echo "a page";');
  fpm = await startPhpFpm(2);
});
after(async () => {
  await fpm[Symbol.asyncDispose]();
  rmSync(site, { recursive: true });
});

const printed: Readonly<Record<WebServerName, PrintedServer>> = {
  nginx: 'nginx',
  'apache with mod_php': 'apache',
  'apache with PHP-FPM': 'apache',
  caddy: 'caddy',
};

interface Asked {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

async function ask(name: WebServerName, more: Partial<WebSite>, paths: readonly string[]): Promise<readonly Asked[]> {
  const all = { documentRoot: site, sitePath: '', fastcgi: fpm.socketPath, rules: '', listsFolders: true, ...more };
  await using server = await startWebServer(name, all);
  const answers = [];
  for (const path of paths) {
    const answer = await fetch(`${server.origin}/${path}`, { redirect: 'manual' });
    answers.push({ path, status: answer.status, text: await answer.text() });
  }
  return answers;
}

const inFolder = (folder: string) => names.map((name) => `${folder}/${name}`);
/** As PHP-FPM and mod_php take what follows a script for its path. */
const asScripts = (folder: string) => names.flatMap((name) => [`${folder}/${name}/x.php`, `${folder}/${name}%00.php`]);

function assertNeverRun(asked: readonly Asked[]): void {
  for (const { path, status, text } of asked) {
    assert.ok(!text.includes('executed') || text.includes("'exe' . 'cuted'"), `${path}: ${status} ${text}`);
    assert.ok(!text.includes('canary'), path);
  }
}

for (const name of webServers) {
  test(`${name}: without a rule of ours, a packed program can be read and is never executed`, async () => {
    const folders = Object.values(packedFolders);
    const paths = [...folders.flatMap(inFolder), ...folders.flatMap(asScripts), 'acars/_tracker_place.php'];
    const asked = await ask(name, { htaccess: 'ignored' }, paths);
    assertNeverRun(asked);
    for (const { path, status, text } of asked.slice(0, folders.length * names.length))
      assert.deepEqual([status, text], [200, program], path);
  });

  test(`${name}: with the printed rules nothing of it is shown, in either folder`, async () => {
    const five = printRules(printed[name], rulesOfFive('', ['127.0.0.1:1'], site));
    const shown = join(site, 'public');
    const seven = printRules(printed[name], rulesOfSeven('/public', ['127.0.0.1:1'], { shown, direct: null }));
    for (const [rules, folder] of [[five, packedFolders[5]] as const, [seven, packedFolders[7]] as const]) {
      const asked = await ask(name, { htaccess: 'ignored', rules }, [...inFolder(folder), `${folder}/`]);
      for (const { path, status, text } of asked)
        assert.deepEqual([status, text.includes('TRACKER')], [403, false], path);
    }
  });
}

test('Apache that reads .htaccess shows nothing of it, and no list of it', async () => {
  const folders = Object.values(packedFolders);
  const asked = await ask('apache with PHP-FPM', { htaccess: 'read' }, [
    ...folders.flatMap(inFolder),
    ...folders.map((folder) => `${folder}/`),
    'acars/_tracker_place.php',
  ]);
  for (const { path, status } of asked) assert.equal(status, 403, path);
});

test('no name of it ends like an archive, a script or a program', () => {
  for (const name of readdirSync(join(site, packedFolders[5])))
    assert.doesNotMatch(name, /\.(?:zip|tar|t?gz|bz2|xz|7z|rar|zst|phar|php\d?|phtml|cgi|pl|py|sh|exe)$/i);
});

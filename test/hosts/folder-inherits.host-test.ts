// needs: mariadb, php, web-server
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { until } from '../until.ts';
import { type FolderSite, openFolderSite } from './folder-site.ts';
import { findPhp } from './php.ts';
import { accepts } from './ports.ts';

// A server that PHP started must hold nothing of PHP's process: with the web server's listening socket it would keep its port
// from it at the next restart, with a lock or a connection it would keep others waiting.

/** What a process has open, as the system names it: 'socket:[12345]', a pipe, a path. */
function openOf(pid: number | string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Sockets and pipes that another process has as well. Both ends of a connection are called differently. */
function sharedWithOthers(pid: number): readonly string[] {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== pid);
  const theirs = new Set(others.flatMap(openOf));
  return openOf(pid).filter((name) => /^(?:socket|pipe):/.test(name) && theirs.has(name));
}

async function serving(site: FolderSite): Promise<number> {
  await until(async () => (await fetch(`${site.url}/acars/status.php`)).status === 200, { withinMs: 300_000 });
  return site.serverPid() ?? assert.fail('nothing serves');
}

for (const web of ['apache with mod_php', 'apache with PHP-FPM'] as const) {
  test(`${web}: the server that was started holds nothing of it, and outlives its restart`, async () => {
    await using site = await openFolderSite({ web, pilots: 1 });
    const pid = await serving(site);
    assert.deepEqual(sharedWithOthers(pid), []);
    const strange = openOf(pid).filter((path) => path.startsWith('/') && !path.startsWith(site.place));
    assert.deepEqual(
      strange.filter((path) => !/^\/(?:dev\/(?:null|urandom)|proc\/)/.test(path)),
      [],
    );
    const port = Number(new URL(site.url).port);
    await site.restartPhp();
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    taken.close();
    assert.equal(await serving(site), pid, 'the same server serves');
  });
}

test('not even what the shell cannot name stays open in it', async () => {
  await using site = await openFolderSite({ web: 'apache with PHP-FPM', pilots: 1 });
  const code = `define('TRACKER_EDGE', true); foreach (['private', 'start'] as $n) require $argv[1]."/_tracker_$n.php"; tracker_start($argv[2]);`;
  // Node itself passes none of the first on to what it starts, and stops looking at the first gap.
  const given = Array.from({ length: 31 }, (_, fd) => (fd < 12 || fd === 30 ? ('pipe' as const) : ('ignore' as const)));
  const php = spawn(findPhp(), ['-r', code, '--', edgeSource, site.place], {
    stdio: given,
    ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
  });
  let open = given.filter((kind) => kind === 'pipe').length;
  for (const stream of php.stdio) if (stream instanceof Readable) stream.resume().once('close', () => (open -= 1));
  await until(() => accepts(join(site.place, 'tracker.sock')), { withinMs: 300_000 });
  await until(() => open <= 1, { otherwise: () => `${open} of PHP's files are open` });
});

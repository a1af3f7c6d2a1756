import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { first, renewed } from '../../test/certificates.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { loadConfig } from '../config/config.ts';
import { createLogger } from '../lib/log.ts';
import { CertificateWatch, reloadSettings } from './reload.ts';

async function open() {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-reload-'));
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const write = (pair: { cert?: string; key?: string }) => {
    if (pair.cert !== undefined) writeFileSync(cert, pair.cert);
    if (pair.key !== undefined) writeFileSync(key, pair.key);
  };
  write(first);
  const environment = { TRACKER_TLS_CERT: cert, TRACKER_TLS_KEY: key };
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
    isReadable: false,
  });
  const server = createServer(first, (_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clock = new ManualClock(0);
  const watch = new CertificateWatch({ clock, log, server, config: loadConfig(environment) });
  return {
    environment,
    lines,
    log,
    clock,
    watch,
    write,
    /** Whose certificate a new connection is shown. */
    async shown(): Promise<string | string[] | undefined> {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { subject } = socket.getPeerCertificate();
      socket.destroy();
      return subject.CN;
    },
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]();
      server.close();
      await once(server, 'close');
      rmSync(directory, { recursive: true });
    },
  };
}

test('a renewed certificate is shown within a minute; one without its key yet is left for later', async () => {
  await using world = await open();
  assert.equal(await world.shown(), 'tracker.example');
  world.write({ cert: renewed.cert });
  await world.clock.advance(61_000);
  assert.equal(await world.shown(), 'tracker.example');
  assert.match(world.lines.join(''), /cannot be used; the old one stays/);
  world.write({ key: renewed.key });
  await world.clock.advance(61_000);
  assert.equal(await world.shown(), 'renewed.example');
});

test('a reload takes over certificate and log level, and names what needs a restart', async () => {
  await using world = await open();
  const { watch, log, environment } = world;
  world.write(renewed);
  reloadSettings(watch, { log }, environment, {
    ...environment,
    TRACKER_LOG_LEVEL: 'debug',
    TRACKER_BODY_LIMIT: '2048',
  });
  assert.equal(await world.shown(), 'renewed.example');
  assert.equal(log.level, 'debug');
  assert.match(world.lines.join(''), /"settings":"TRACKER_BODY_LIMIT"/);
});

test('settings that cannot be used change nothing', async () => {
  await using world = await open();
  const { watch, log, environment } = world;
  world.write(renewed);
  reloadSettings(watch, { log }, environment, { ...environment, TRACKER_LOG_LEVEL: 'loud' });
  assert.equal(await world.shown(), 'tracker.example');
  assert.equal(log.level, 'info');
  assert.match(world.lines.join(''), /those of the start stay/);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { apiWorld } from './api-world.ts';
import { until } from './until.ts';

/** A client whose connection ends as soon as its request is written, or with the first bytes of the response. */
async function leave(url: string, request: string, when: 'written' | 'answered'): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = once(socket, 'close');
  if (when === 'answered') socket.once('data', () => socket.destroy());
  socket.write(request, () => when === 'written' && socket.destroy());
  await closed;
}

test('clients that leave a long response are no error, and nothing of them stays', async () => {
  const { web, world, headers } = await apiWorld();
  // Closing it fails when anything was logged as an error.
  await using _ = web;
  const { cookie, csrf } = await web.signIn();
  const form = new URLSearchParams({ csrf, ident: 'DMO0001' }).toString();
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const key = `Authorization: ${headers.authorization}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const routes = {
    export: `POST /tracker/operator/privacy/export HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n${type}Content-Length: ${form.length}\r\n\r\n${form}`,
    feed: get('/tracker/live/events'),
    changes: get('/tracker/api/v1/changes', `${key}Last-Event-ID: 0\r\n`),
    openapi: get('/tracker/api/v1/openapi.json', 'Accept-Encoding: gzip\r\n'),
    queued: get('/tracker/api/v1/openapi.json') + get('/tracker/live/events') + get('/tracker/api/v1/changes', key),
  };
  for (const when of ['written', 'answered'] as const) {
    for (const request of Object.values(routes)) {
      for (let round = 0; round < 6; round++) await leave(world.server.url, request, when);
    }
  }
  const exported = async () =>
    (await world.journal.listAudit(100)).filter(({ action }) => action === 'export-pilot').length;
  await until(async () => (await exported()) === 12);
  // More than the streams that one key, or one network, may have at the same time.
  await until(async () => {
    const response = await fetch(`${world.server.url}/tracker/api/v1/changes`, { headers });
    await response.body?.cancel();
    return response.status === 200;
  });
});

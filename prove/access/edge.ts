import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { Secret } from '../../src/lib/secret.ts';
import { deriveKey, sign } from '../../src/platform/site/edge-signature.ts';
import type { Edge } from '../../src/server/crew-center.ts';
import { ask } from '../../test/wire/ask.ts';
import { ruleOf } from './rules.ts';
import { openServed } from './worlds.ts';

const key = deriveKey('app', new Secret('x'.repeat(32))) ?? new Secret('');
const hello = '00112233445566778899aabbccddeeff';
const edge: Edge = {
  keys: () => ({ byKind: { app: key }, before: null }),
  trustsPeer: () => false,
  trustSetting: null,
  readFingerprint: async () => null,
  saveAddresses: () => {},
};

export interface EdgeReport {
  readonly checks: number;
  readonly faults: readonly string[];
}

type Way = 'signed' | 'forged' | 'signed for another path';

/**
 * Through the folder in the host every call needs what it needs elsewhere; and who only claims to be that folder is a
 * stranger far away, who has to use HTTPS.
 */
export async function checkEdge(): Promise<EdgeReport> {
  await using served = await openServed('7', { edge, startsAt: Date.now(), config: { requireHttps: true } });
  const port = Number(new URL(served.world.server.url).port);
  const faults: string[] = [];
  let checks = 0;
  for (const route of served.routes) {
    const rule = ruleOf(route, served.contracts);
    if (rule !== 'session' && rule !== 'pilot key') continue;
    const path = route.url.replaceAll(/:\w+|\*/g, '0');
    for (const [way, wanted] of [
      ['signed', 401],
      ['forged', 403],
      ['signed for another path', 403],
    ] as const) {
      checks += 1;
      const status = await statusOf(port, { method: route.method, path, way });
      if (status !== wanted)
        faults.push(`${route.method} ${route.url}: through the edge, ${way}, without a session: ${status}`);
    }
  }
  return { checks, faults };
}

/** The server's nonce counts on the connection on which it was given. */
async function statusOf(port: number, { method, path, way }: { method: string; path: string; way: Way }) {
  const connection = new Agent({ keepAlive: true, maxSockets: 1 });
  const greeting = { headers: { host: 'localhost', 'x-tracker-hello': `app ${hello}` } };
  const { headers } = await ask(port, '/api/tracker/status', greeting, connection);
  const [nonce = ''] = String(headers['x-tracker-proof']).split(' ');
  const said = {
    t: Math.round(Date.now() / 1000),
    m: method,
    p: way === 'signed for another path' ? '/healthz' : path,
    peer: '203.0.113.9',
    https: true,
    host: 'va.example',
    for: '',
    proto: '',
    root: '',
    edge: '1.2.0-2',
    n: nonce,
    k: 'app',
    d: createHash('sha256').update('').digest('hex'),
  };
  const payload = Buffer.from(JSON.stringify(said)).toString('base64url');
  const mac = way === 'forged' ? 'a'.repeat(64) : sign(key, 'report', payload);
  const sent = { method, headers: { host: 'va.example', 'x-tracker-edge': `${payload}.${mac}` } };
  const { status } = await ask(port, path, sent, connection);
  connection.destroy();
  return status;
}

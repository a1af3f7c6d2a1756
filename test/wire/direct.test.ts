import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { type Answer, ask } from './ask.ts';
import { type Headers, type Served, serve } from './served.ts';

/** Reports good and bad, by turns. */
const bodies: readonly (string | object)[] = [
  { lat: 47.45, lon: 8.56, seq: 1 },
  { lat: 47.45, lon: 8.56, seq: 1 },
  {
    positions: [
      { lat: 47.46, lon: 8.57, seq: 2 },
      { lat: 200, lon: 0 },
    ],
  },
  { lat: 91, lon: 8.57 },
  { lat: 47.4, lon: 8.5, seq: 3, flight_id: 'anotherFlight1234' },
  '{"lat": 47.4,',
  '[]',
  '{"__proto__": {}, "lat": 1, "lon": 1}',
  `{"lat": 1, "lon": 1, "deep": ${'['.repeat(70)}${']'.repeat(70)}}`,
  Object.fromEntries([['positions', Array.from({ length: 300 }, () => ({ lat: 200, lon: 0 }))]]),
  { lat: '47,45', lon: '8.56', seq: '4', phase: 'Ärger' },
];
const known: Headers = {};

const contracts = [
  { contract: native, path: '/position' },
  { contract: legacy, path: '/position.php' },
] as const;

for (const { contract, path } of contracts) {
  test(`${contract.name}: a report is answered the same with and without the framework`, async () => {
    await using direct = await opened(contract);
    await using framework = await opened(contract);
    let seen = 0;
    const count = (message: unknown) => {
      const { request } = message as { readonly request: IncomingMessage };
      if (request.url === contract.base + path) seen += 1;
    };
    const headersOf = [await direct.signIn(), await framework.signIn()] as const;
    const wrong: readonly (Headers | null)[] = [null, { 'x-tracker-token': 'wrong' }, known];
    for (const others of wrong) {
      for (const body of bodies) {
        const url = contract.base + path;
        const asking = (headers: Headers) => ({ method: 'POST', body, headers: others === null ? headers : others });
        subscribe('http.server.request.start', count);
        seen = 0;
        const one = await direct.askAt(url, asking(headersOf[0]));
        assert.equal(seen, 0, 'the framework was asked');
        unsubscribe('http.server.request.start', count);
        const other = await ask(framework.port, url, asking(headersOf[1]));
        assert.deepEqual(comparable(one), comparable(other), JSON.stringify(body).slice(0, 80));
      }
    }
  });
}

async function opened(contract: typeof native): Promise<Served> {
  const served = await serve(contract, {}, { startsAt: Date.parse('2026-05-04T12:00:00Z') });
  await served.world.startFlight();
  return served;
}

/** Without what is another in every answer. */
function comparable({ status, headers, text }: Answer) {
  const { date, 'x-request-id': id, connection, 'keep-alive': keepAlive, ...rest } = headers;
  assert.match(String(id), /^[\da-f]+-\w+$/);
  assert.match(String(date), /GMT$/);
  delete rest['content-length'];
  return { status, headers: rest, text: text.replace(/"(flight_id|pirep_id)":"\w+"/g, '"$1":"…"') };
}

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../../../test/journal-samples.ts';
import { Secret } from '../../lib/secret.ts';
import type { Endpoint } from '../endpoint.ts';
import { EndpointTable } from './endpoint-table.ts';
import { openWebhookDatabase, webhooksFileName } from './open.ts';

const endpoint: Endpoint = {
  id: 'ep_one',
  kind: 'discord',
  name: 'a channel',
  url: new Secret('https://hooks.example/in'),
  events: ['flight.started', 'pirep.filed'],
  secrets: [
    { key: new Secret('whsec_b25l'), until: null },
    { key: new Secret('whsec_dHdv'), until: 7 },
  ],
  options: { picture: 'no' },
  isOn: false,
  offReason: 'Gone.',
  createdAt: 5,
};

async function opened(t: TestContext) {
  const database = await openWebhookDatabase(join(temporaryDirectory(t), webhooksFileName));
  t.after(() => database.close());
  return { database, table: new EndpointTable(database) };
}

const plain = (endpoints: readonly Endpoint[]) =>
  endpoints.map(({ url, secrets, ...rest }) => {
    return { ...rest, url: url.reveal(), secrets: secrets.map(({ key, until }) => [key.reveal(), until]) };
  });

test('endpoints are read as they were stored, the oldest first', async (t) => {
  const { table } = await opened(t);
  const older = { ...endpoint, id: 'ep_two', kind: 'webhook', isOn: true, offReason: null, createdAt: 4 } as const;
  table.save(endpoint);
  table.save(older);
  assert.deepEqual(plain(table.list()), plain([older, endpoint]));
  table.save({ ...endpoint, name: 'another', events: [], isOn: true, offReason: null });
  table.remove('ep_two');
  assert.deepEqual(
    plain(table.list()),
    plain([{ ...endpoint, name: 'another', events: [], isOn: true, offReason: null }]),
  );
});

test('what a newer version stored: types of events are left out, and a kind that is not known is an error', async (t) => {
  const { database, table } = await opened(t);
  table.save(endpoint);
  database.exec(`UPDATE endpoints SET events = '["flight.started", "flight.cloned"]'`);
  assert.deepEqual(table.list()[0]?.events, ['flight.started']);
  database.exec("UPDATE endpoints SET kind = 'pigeon'");
  assert.throws(() => table.list(), /an endpoint of the kind pigeon is stored/);
});

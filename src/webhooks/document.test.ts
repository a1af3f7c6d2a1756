import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/schema';
import { describeWebhooks } from './document.ts';
import { eventTypes } from './events.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}

const webhooks = Object.entries(describeWebhooks()) as readonly (readonly [string, { readonly post: Operation }])[];

test('every type of event is described once, with a name of its own', () => {
  assert.deepEqual(
    webhooks.map(([type]) => type),
    eventTypes,
  );
  const names = webhooks.map(([, { post }]) => post.operationId);
  assert.equal(new Set(names).size, eventTypes.length);
  assert.ok(names.includes('onFlightStarted') && names.includes('onCrewCenterLost'), names.join(' '));
});

for (const [type, { post }] of webhooks)
  test(`${type}: the headers are texts that are always sent, and the body says its type`, () => {
    assert.deepEqual(
      post.parameters.map(({ name, in: where, required }) => [name, where, required]),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, 'header', true]),
    );
    for (const { name, schema } of post.parameters) {
      const header = Compile(schema);
      assert.deepEqual([header.Check('v1,abc'), header.Check(7)], [true, false], name);
    }
    const body = Compile(post.requestBody.content['application/json']?.schema ?? assert.fail());
    const at = '2025-06-01T12:00:00.000Z';
    assert.equal(body.Check({ type: 'another', timestamp: at, version: 1, data: {} }), false);
    assert.equal(body.Check({ type, timestamp: 7, version: 1, data: {} }), false);
  });

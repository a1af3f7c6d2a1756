import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TObject } from 'typebox';
import { Value } from 'typebox/value';
import { Secret } from '../../src/lib/secret.ts';
import { payloadSchema } from '../../src/webhooks/document.ts';
import { eventTypes } from '../../src/webhooks/events.ts';
import { newSigningKey } from '../../src/webhooks/signature.ts';
import type { World } from '../world.ts';

/** What an endpoint received. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly lane: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

type Reply = (response: ServerResponse, received: Received) => void;

export const accept: Reply = (response) => void response.writeHead(204).end();
export const replyWith =
  (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end('as the receiver says');
/** Reads the request and closes the connection. */
export const drop: Reply = (response) => void response.socket?.destroy();
/** Never answers. */
export const hang: Reply = () => undefined;

/** A program that receives webhooks, with the answers that the test wants. */
export class Receiver {
  readonly received: Received[] = [];
  reply: Reply = accept;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get types(): readonly string[] {
    return this.received.map(({ type }) => type);
  }

  /** Without repeats: what was under way when a server stopped is sent again. */
  get events(): readonly string[] {
    return [...new Map(this.received.map(({ id, type }) => [id, type])).values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { type = '', data } = JSON.parse(body) as { type?: string; data?: { flight?: { flight_id: string } } };
    if (type !== '' && type !== 'test') requireShape(type, body);
    const id = String(request.headers['webhook-id']);
    const received = { id, type, lane: data?.flight?.flight_id ?? '', body, headers: request.headers };
    this.received.push(received);
    this.reply(response, received);
  }
}

/** Every event that any test receives is as the OpenAPI document says, with no member beside. */
function requireShape(type: string, body: string): void {
  const known = eventTypes.find((each) => each === type);
  assert.ok(known !== undefined, `${type} is no type of event`);
  const payload: unknown = JSON.parse(body);
  const errors = Value.Errors(payloadSchema(known), payload);
  assert.deepEqual(errors, [], body);
  const data = (payload as { data: { flight?: object } }).data;
  const described = payloadSchema(known).properties.data as TObject;
  assert.deepEqual(Object.keys(data).sort(), Object.keys(described.properties).sort());
  const flight = described.properties.flight as TObject | undefined;
  if (flight !== undefined)
    assert.deepEqual(Object.keys(data.flight ?? {}).sort(), Object.keys(flight.properties).sort());
}

/** Adds an endpoint to a world whose settings allow this machine. */
export function addEndpoint(world: World, url: string, id = 'ep_one'): { readonly key: string } {
  const key = newSigningKey();
  world.webhooks.save({
    id,
    kind: 'webhook',
    name: 'a receiver',
    url: new Secret(url),
    events: [],
    options: {},
    secrets: [{ key, until: null }],
    isOn: true,
    offReason: null,
    createdAt: world.clock.now(),
  });
  return { key: key.reveal() };
}

/** What a world needs to deliver to this machine, without jitter. */
export const local = {
  config: { webhookNetworks: ['127.0.0.1'] },
  webhooks: { limits: { timeoutMs: 300, maxAnswerBytes: 1_000 }, random: () => 0.5 },
};

/** The same for receivers that answer: a busy machine is no receiver that hangs, whose event is sent again when the clock says so. */
export const localAndPatient = {
  ...local,
  webhooks: { ...local.webhooks, limits: { ...local.webhooks.limits, timeoutMs: 60_000 } },
};

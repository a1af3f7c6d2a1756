import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '../../src/lib/secret.ts';
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { type, data } = JSON.parse(body) as { type: string; data: { flight?: { flight_id: string } } };
    const id = String(request.headers['webhook-id']);
    const received = { id, type, lane: data.flight?.flight_id ?? '', body, headers: request.headers };
    this.received.push(received);
    this.reply(response, received);
  }
}

/** Adds an endpoint to a world whose settings allow this machine. */
export function addEndpoint(world: World, url: string, id = 'ep_one'): { readonly key: string } {
  const key = newSigningKey();
  world.webhooks.save({
    ...{ id, kind: 'webhook', name: 'a receiver', url: new Secret(url), events: [], options: {} },
    ...{ secrets: [{ key, until: null }], isOn: true, offReason: null, createdAt: world.clock.now() },
  });
  return { key: key.reveal() };
}

/** What a world needs to deliver to this machine, without jitter. */
export const local = {
  config: { webhookNetworks: ['127.0.0.1'] },
  webhooks: { limits: { timeoutMs: 300, maxAnswerBytes: 1_000 }, random: () => 0.5 },
};

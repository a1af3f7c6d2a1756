import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '../../src/lib/secret.ts';
import type { Endpoint } from '../../src/webhooks/endpoint.ts';
import type { World } from '../world.ts';

/** A message in the channel, as it is now. */
export interface Message {
  readonly id: string;
  embed: {
    readonly title: string;
    readonly description?: string;
    readonly fields?: readonly { readonly name: string; readonly value: string }[];
    readonly image?: { readonly url: string };
    readonly url?: string;
  };
  payload: Readonly<Record<string, unknown>>;
  /** Bytes of the attached picture. */
  picture: Buffer | null;
  edits: number;
}

type Misbehave = (response: ServerResponse) => void;

/**
 * Discord's webhooks as its reference describes them: messages that are posted and edited, a bucket of five requests in two seconds
 * for each route of a webhook, 429 beyond it, and JSON errors (https://discord.com/developers/docs/topics/rate-limits).
 */
export class Discord {
  readonly messages: Message[] = [];
  /** Every request: its method, the webhook, and the status that it got. */
  readonly requests: { readonly method: string; readonly webhook: string; readonly status: number }[] = [];
  /** What happens to the next requests instead of the usual; each is used once. */
  readonly faults: Misbehave[] = [];
  /** Faults after the message was stored: the answer is lost. */
  readonly lateFaults: Misbehave[] = [];
  readonly gone = new Set<string>();
  readonly #buckets = new Map<string, { left: number; resetAt: number }>();
  readonly #now: () => number;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  private constructor(now: () => number) {
    this.#now = now;
  }

  /** @param now - the time in which its limits are counted */
  static async open(now: () => number): Promise<Discord> {
    const discord = new Discord(now);
    discord.#server.listen(0, '127.0.0.1');
    await once(discord.#server, 'listening');
    return discord;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  url(webhook = '111111'): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/api/webhooks/${webhook}/secret-token-of-the-channel`;
  }

  get refused(): number {
    return this.requests.filter(({ status }) => status === 429).length;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://discord');
    const [, webhook = '', message] = /^\/api\/webhooks\/(\d+)\/[\w-]+(?:\/messages\/(\d+))?$/.exec(pathname) ?? [];
    const { method = '' } = request;
    const done = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      this.requests.push({ method, webhook, status });
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const fault = this.faults.shift();
    if (fault !== undefined) {
      this.requests.push({ method, webhook, status: 0 });
      return fault(response);
    }
    if (this.gone.has(webhook)) return done(404, { message: 'Unknown Webhook', code: 10_015 });
    const bucket = this.#bucketOf(`${method} ${webhook}`);
    const resetS = String((bucket.resetAt - this.#now()) / 1_000);
    if (bucket.left === 0)
      return done(
        429,
        { message: 'You are being rate limited.', retry_after: Number(resetS), global: false },
        { 'retry-after': resetS },
      );
    bucket.left -= 1;
    const limits = { 'x-ratelimit-remaining': String(bucket.left), 'x-ratelimit-reset-after': resetS };
    const content = readContent(String(request.headers['content-type']), Buffer.concat(chunks));
    const known = this.messages.find(({ id }) => id === message);
    if (message !== undefined && known === undefined)
      return done(404, { message: 'Unknown Message', code: 10_008 }, limits);
    const stored =
      known === undefined ? this.#post(content) : Object.assign(known, content, { edits: known.edits + 1 });
    const late = this.lateFaults.shift();
    if (late !== undefined) return late(response);
    if (known === undefined && searchParams.get('wait') !== 'true') return done(204, null, limits);
    return done(200, { id: stored.id, type: 0, embeds: [stored.embed] }, limits);
  }

  #bucketOf(route: string) {
    const now = this.#now();
    const known = this.#buckets.get(route);
    const bucket = known !== undefined && now < known.resetAt ? known : { left: 5, resetAt: now + 2_000 };
    this.#buckets.set(route, bucket);
    return bucket;
  }

  #post(content: Pick<Message, 'embed' | 'payload' | 'picture'>): Message {
    const message = { id: String(1_000_000 + this.requests.length + this.messages.length), ...content, edits: 0 };
    this.messages.push(message);
    return message;
  }
}

/** 429 for every route of this server. */
export const globalLimit =
  (seconds: number): Misbehave =>
  (response) =>
    void response
      .writeHead(429, { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-global': 'true' })
      .end(JSON.stringify({ message: 'You are being rate limited.', retry_after: seconds, global: true }));
export const failWith =
  (status: number): Misbehave =>
  (response) =>
    void response.writeHead(status).end('<html>upstream error</html>');
export const hang: Misbehave = () => undefined;
export const drop: Misbehave = (response) => void response.socket?.destroy();

function readContent(type: string, body: Buffer): Pick<Message, 'embed' | 'payload' | 'picture'> {
  const boundary = /boundary=(.+)$/.exec(type)?.[1];
  const parts = boundary === undefined ? [] : body.toString('latin1').split(`--${boundary}`);
  const partOf = (name: string) =>
    parts
      .find((part) => part.includes(`name="${name}"`))
      ?.split('\r\n\r\n')
      .slice(1)
      .join('\r\n\r\n');
  const json =
    boundary === undefined
      ? body.toString('utf8')
      : Buffer.from(partOf('payload_json') ?? '', 'latin1').toString('utf8');
  const payload = JSON.parse(json) as { readonly embeds: readonly [Message['embed']] };
  const picture = partOf('files[0]');
  return {
    payload: { ...payload },
    embed: payload.embeds[0],
    picture: picture === undefined ? null : Buffer.from(picture.slice(0, -2), 'latin1'),
  };
}

/** Adds a channel to a world whose settings allow this machine. */
export function addChannel(world: World, url: string, change: Partial<Endpoint> = {}): void {
  world.webhooks.save({
    id: 'ep_channel',
    kind: 'discord',
    name: 'news',
    url: new Secret(url),
    events: [],
    options: {},
    secrets: [],
    isOn: true,
    offReason: null,
    createdAt: world.clock.now(),
    ...change,
  });
}

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { askServer, controlPath } from '../src/server/control-socket.ts';
import type { Operator } from '../src/server/operator.ts';
import type { ServerProcess } from '../test/server-process.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { type FlownBeside, fileFlight, flyBeside, type LoadProcess, serve, startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Goal, judge } from './goal.ts';

const flights = 500;
/** Of a window, and flights that end in it, evenly; each is three or more events for each of two receivers. */
const whole = { measureMs: 6_000, endsPerWindow: 120 } as const;
const short = { measureMs: 1_500, endsPerWindow: 20 } as const;

const latency = { goal: 'W1', what: 'p99 of a position while webhooks deliver ÷ while they are switched off' };
const cost = { goal: 'W2', what: 'CPU of the server while webhooks deliver ÷ while they are switched off' };

/**
 * What pilots notice of webhooks: positions while 20 flights a second end, with two receivers, one of which never answers. The same is
 * flown with the webhooks switched off, in turns.
 */
export async function benchWebhooks({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const { endsPerWindow, measureMs } = isShort ? short : whole;
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  const tokens = await writeFixture(directory, flights + (2 * rounds + 1) * endsPerWindow);
  await using server = await serve(directory, { TRACKER_WEBHOOK_NETWORKS: '127.0.0.1' });
  await using load = await startLoad(tokens.slice(0, flights));
  await using good = await receive((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await using silent = await receive((request) => void request.resume());
  const webhooks = await Promise.all([good.url, silent.url].map((url) => add(directory, url)));
  const ends = tokens.slice(flights);
  const next = () => ends.splice(0, endsPerWindow);
  const window = async (isOn: boolean) => {
    for (const id of webhooks) await ask(directory, 'switchWebhook', ['bench', id, isOn]);
    return fly(server, load, next(), measureMs);
  };
  await window(false);
  const [latencies, costs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const before = good.received();
    // By turns first, so that neither always finds the warmer machine.
    const first = await window(round % 2 === 0);
    const second = await window(round % 2 === 1);
    const [on, off] = round % 2 === 0 ? [first, second] : [second, first];
    const delivered = good.received() - before;
    if (delivered < endsPerWindow) throw new Error(`only ${delivered} events were delivered`);
    latencies.push(on.result.p99Ms / off.result.p99Ms);
    costs.push(on.cores / off.cores);
    note(`webhooks: p50 and p99 of a position ${say(off)} without, ${say(on)} with ${delivered} delivered events`);
  }
  return [
    judge({ ...latency, kind: 'at most', aim: 1.1, short: 1.3 }, latencies),
    judge({ ...cost, kind: 'at most', aim: 1.2, short: 1.5 }, costs),
  ];
}

/** Flights end evenly meanwhile. */
async function fly(
  server: ServerProcess,
  load: LoadProcess,
  ending: readonly string[],
  measureMs: number,
): Promise<FlownBeside> {
  const file = async () => {
    for (const token of ending) {
      fileFlight(server.port, token).catch(() => undefined);
      await setTimeout(measureMs / ending.length);
    }
  };
  return await flyBeside(server, load, flights, file, measureMs);
}

const say = ({ result: { p50Ms, p99Ms }, cores }: FlownBeside) =>
  `${p50Ms.toFixed(1)} and ${p99Ms.toFixed(1)} ms (${cores.toFixed(2)} cores)`;

async function receive(listener: RequestListener) {
  let count = 0;
  const server = createServer(listener).listen(0, '127.0.0.1');
  server.on('request', () => count++);
  await once(server, 'listening');
  return {
    received: () => count,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** As `tracker webhook add` does beside a running server. @returns its id */
async function add(directory: string, url: string): Promise<string> {
  const input = { kind: 'webhook', name: 'bench', url, events: [], options: {} };
  const { webhook } = (await ask(directory, 'addWebhook', ['bench', input])) as Awaited<
    ReturnType<Operator['addWebhook']>
  >;
  return webhook.id;
}

async function ask(directory: string, method: string, args: readonly unknown[]): Promise<unknown> {
  const answer = await askServer(controlPath(directory), method, args);
  if (answer === null) throw new Error('the server of the bench is gone');
  return answer.result;
}

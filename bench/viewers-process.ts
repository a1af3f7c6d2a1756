import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Many who watch the map, in a process of its own. First message: where, how many; then one `measure` a message. */
export interface Watch {
  readonly port: number;
  readonly count: number;
}

export interface Watched {
  readonly frames: number;
  /** From the newest report within a delta reaching the server to the last byte of that delta reaching a viewer. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly lost: number;
}

const request = 'GET /tracker/live/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n';
const frameEnd = Buffer.from('\n\n');
/** Every viewer's deltas: which, and when it was whole. */
let arrivals: { id: number; at: number }[] = [];
/** When the newest report of a delta came to the server, as the first viewer read it. */
const newestById = new Map<number, number>();
let isMeasuring = false;
let lost = 0;

async function open(port: number, index: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('error', reject);
  socket.once('data', () => resolve());
  socket.on('close', () => {
    lost += 1;
  });
  socket.write(request);
  if (index === 0) readWhole(socket);
  else readEnds(socket);
  await promise;
}

/** Only the first looks into its frames. */
function readWhole(socket: Socket): void {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      readDelta(text.slice(0, end));
      text = text.slice(end + 2);
    }
  });
}

function readDelta(frame: string): void {
  const [, id, data] = /^id: (\d+)\nevent: delta\ndata: (.*)$/s.exec(frame) ?? [];
  if (id === undefined || data === undefined) return;
  const { at, moved } = JSON.parse(data) as { at: number; moved: readonly (readonly unknown[])[] };
  const newest = at - 1_000 * Math.min(...moved.map((place) => Number(place.at(-1))));
  newestById.set(Number(id), newest);
  if (isMeasuring) arrivals.push({ id: Number(id), at: Date.now() });
}

/** A frame begins with its number; between two ticks the line is quiet, so that a chunk that ends with a blank line ends it. */
function readEnds(socket: Socket): void {
  let id = 0;
  socket.on('data', (chunk) => {
    const head = chunk.toString('latin1', 0, 24);
    const begins = /^id: (\d+)\n/.exec(head)?.[1];
    if (begins !== undefined) id = Number(begins);
    if (isMeasuring && id > 0 && chunk.subarray(-2).equals(frameEnd)) arrivals.push({ id, at: Date.now() });
  });
}

async function measure(ms: number): Promise<Watched> {
  arrivals = [];
  isMeasuring = true;
  await setTimeout(ms);
  isMeasuring = false;
  const times = Float64Array.from(
    arrivals.flatMap(({ id, at }) => {
      const newest = newestById.get(id);
      return newest === undefined ? [] : [at - newest];
    }),
  ).sort();
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { frames: times.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: times.at(-1) ?? Number.NaN, lost };
}

async function openAll({ port, count }: Watch): Promise<void> {
  for (let from = 0; from < count; from += 200) {
    const some = Array.from({ length: Math.min(200, count - from) }, (_, index) => open(port, from + index));
    await Promise.all(some);
  }
}

process.on('message', (message: Watch | { measureMs: number }) => {
  const run = 'port' in message ? openAll(message).then(() => ({ ready: true })) : measure(message.measureMs);
  run.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));

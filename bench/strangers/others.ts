import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

const ownAddress = '198.51.100.7';
const strangersAddress = '192.0.2.66';
const everyMs = 5;

export interface Answered {
  readonly status: number;
  readonly bytes: number;
  readonly body: string;
}

/** Asks as a stranger that a proxy names. */
export function askFor(port: number, path: string, address = strangersAddress): Promise<Answered> {
  const headers = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https', 'accept-encoding': 'gzip' };
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  get({ host: '127.0.0.1', port, path, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const sent = Buffer.concat(chunks);
      const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      resolve({ status: response.statusCode ?? 0, bytes: sent.length, body: body.toString() });
    });
  }).on('error', reject);
  return promise;
}

/** Asks for a small document and for a page in turn until `end` settles; returns how long each answer took, in ms. */
export async function askWhile(port: number, end: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  let isOver = false;
  const over = end.then(() => {
    isOver = true;
  });
  for (let count = 0; !isOver; count++) {
    const begun = performance.now();
    await askAgain(port, count % 2 === 0 ? '/api/tracker/status' : '/tracker/operator/sign-in');
    times.push(performance.now() - begun);
    await setTimeout(everyMs);
  }
  await over;
  return times;
}

/** As clients do: a kept connection may have been closed just now. The time goes on meanwhile. */
async function askAgain(port: number, path: string): Promise<void> {
  try {
    await askFor(port, path, ownAddress);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ECONNRESET') throw error;
    await askFor(port, path, ownAddress);
  }
}

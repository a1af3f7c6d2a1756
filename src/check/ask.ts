/** The response of a site, up to the maximum length. */
export interface PageReply {
  readonly status: number;
  readonly headers: Headers;
  /** The first bytes of the body. */
  readonly start: Buffer;
}

/** Asks a site by URL; null when it does not respond. */
export type Ask = (url: string, init?: RequestInit & { readonly timeoutMs?: number }) => Promise<PageReply | null>;

const maxBytes = 65_536;
const usualTimeoutMs = 10_000;

/**
 * Sends requests without following redirects, at most `maxAtOnce` at a time, and reads the first 64 KiB of each response.
 * A connection that breaks is tried a second time: the site may have closed one that was kept.
 */
export function createAsk(maxAtOnce = 8): Ask {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (url, init = {}) => {
    if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return (await send(url, init)) ?? (await send(url, init));
    } catch {
      return null;
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Null when the connection broke. @throws when the time is over */
async function send(
  url: string,
  { timeoutMs = usualTimeoutMs, ...init }: Parameters<Ask>[1] & object,
): Promise<PageReply | null> {
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, headers: response.headers, start: await readStart(response) };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    return null;
  }
}

async function readStart({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (body === null) return Buffer.of();
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

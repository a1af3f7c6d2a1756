import type { BaseUrl } from './base-url.ts';
import type { Dialect } from './dialect.ts';
import { errorOf, isDown } from './refusal-reply.ts';
import { TrackerError } from './tracker-error.ts';
import type { Transport, WireReply } from './transport.ts';
import type { Hello } from './wire-types.ts';
import { legacyDialect } from './wires/legacy.ts';
import { nativeDialect } from './wires/native.ts';

export interface Discovery {
  readonly dialect: Dialect;
  /** The base URL, after redirects. */
  readonly base: string;
  readonly hello: Hello;
}

/**
 * Detects the crew center's contract. Tries `/api/tracker/status` first; after a 404 or a response of another application
 * it tries `/acars/bootstrap.php`.
 * @throws TrackerError `down` without a response or with a gateway's, `not-ours` after both, or a refusal (https-required).
 */
export async function discover(base: BaseUrl, transport: Transport): Promise<Discovery> {
  let disabled: TrackerError | null = null;
  for (const dialect of [nativeDialect, legacyDialect]) {
    const reply = await transport.send(base.href, { method: 'GET', path: dialect.hello }, null);
    if (isHello(reply, dialect.mode))
      return { dialect, base: baseOf(reply.url, dialect.hello, base.href), hello: reply.body };
    const error = errorOf(reply, base.href, []);
    if (error === null || reply.body === null) {
      if (error?.code === 'down') throw error;
    } else if (isDown(reply.status)) {
      throw new TrackerError('down', error.message, { status: reply.status, retryAfterS: reply.retryAfterS });
    } else if (reply.status !== 404) {
      throw error;
    } else if (error.code === 'module-disabled') {
      disabled = error;
    }
  }
  throw disabled ?? notOurs(base.href);
}

function notOurs(base: string): TrackerError {
  return new TrackerError(
    'not-ours',
    `${base} responds, but has no tracker: neither ${nativeDialect.hello} nor ${legacyDialect.hello} exists. Check the address of the crew center.`,
  );
}

function isHello(
  reply: WireReply,
  mode: Hello['mode'],
): reply is WireReply & { readonly body: Hello & Record<string, unknown> } {
  return (
    reply.status === 200 && reply.body?.success === true && reply.body.tracker_api === true && reply.body.mode === mode
  );
}

/** Returns the base URL after redirects (http to https, a `www.`). */
function baseOf(url: string, hello: string, asked: string): string {
  const bare = url.replace(/[?#].*$/, '');
  return bare.endsWith(hello) ? bare.slice(0, -hello.length) : asked;
}

import type { BaseUrl } from './base-url.ts';
import type { Dialect } from './dialect.ts';
import { legacyDialect } from './legacy-dialect.ts';
import { nativeDialect } from './native-dialect.ts';
import { errorOf, isDown } from './refusal-reply.ts';
import { TrackerError } from './tracker-error.ts';
import type { Transport, WireReply } from './transport.ts';
import type { Hello } from './wire-types.ts';

export interface Discovery {
  readonly dialect: Dialect;
  /** The base URL, after redirects. */
  readonly base: string;
  readonly hello: Hello;
}

/**
 * Which contract the crew center speaks. `/api/tracker/status` is asked first; 404, or any answer that is not ours, means asking
 * `/acars/bootstrap.php`.
 * @throws TrackerError `down` as soon as nothing or a gateway answers, `not-ours` only after both; a refusal of ours (https-required) as it is.
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
    `${base} answers, but has no tracker: neither ${nativeDialect.hello} nor ${legacyDialect.hello} is there. Check the address of the crew center.`,
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

/** A site that moved (http to https, a `www.`) is called where it is now. */
function baseOf(url: string, hello: string, asked: string): string {
  const bare = url.replace(/[?#].*$/, '');
  return bare.endsWith(hello) ? bare.slice(0, -hello.length) : asked;
}

import { TrackerError } from './tracker-error.ts';
import { isRecord, type WireReply } from './transport.ts';

/** Whether a gateway returns this status when the server behind it is down. */
export function isDown(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Returns the error in a response; null for a success. `secrets` are masked in case a server echoes them. */
export function errorOf(reply: WireReply, base: string, secrets: readonly string[]): TrackerError | null {
  if (reply.body?.success === true && reply.status < 300) return null;
  const { status, retryAfterS } = reply;
  if (reply.body === null) {
    return isDown(status)
      ? new TrackerError('down', `${base} returned ${status}: the server behind it is down.`, { status, retryAfterS })
      : new TrackerError('not-ours', `${base} returned ${status}, which is not a response of Tracker.`, {
          status,
          retryAfterS,
        });
  }
  const error = isRecord(reply.body.error) ? reply.body.error : {};
  const message = typeof error.message === 'string' ? error.message : `The server returned ${status}.`;
  return new TrackerError(typeof error.code === 'string' ? error.code : 'refused', mask(message, secrets), {
    status,
    retryAfterS,
    fields: readFields(error.fields, secrets),
    detail: reply.body,
  });
}

export function readFields(value: unknown, secrets: readonly string[] = []): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, mask(String(text), secrets)]));
}

/** A short password may be part of unrelated words, so it is masked only as a whole word. */
const tokenLength = 16;

function mask(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => {
    if (secret === '') return masked;
    if (secret.length >= tokenLength) return masked.replaceAll(secret, '[secret]');
    const word = new RegExp(
      `(?<![\\p{L}\\p{N}_])${secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}_])`,
      'gu',
    );
    return masked.replace(word, '[secret]');
  }, text);
}

/** Whether a retry may succeed: no response, a gateway's error, another application's page, or a request to wait. */
export function isWorthRepeating(error: TrackerError): boolean {
  if (error.code === 'down' || error.code === 'not-ours') return true;
  if (error.status === null) return false;
  // Another client reports the flight: delivery stops for that time, and `finish` must not wait for it.
  if (error.code === 'flight-elsewhere') return false;
  // This crew center has no such call, and will have none.
  if (error.status === 501) return false;
  if (error.status === 409) return error.retryAfterS !== null;
  return error.status === 408 || error.status === 429 || error.status >= 500;
}

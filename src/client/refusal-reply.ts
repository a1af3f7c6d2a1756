import { TrackerError } from './tracker-error.ts';
import { isRecord, type WireReply } from './transport.ts';

/** What a gateway answers for a server behind it that is down. */
export function isDown(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** The error that an answer stands for, null when it is a success. `secrets` are masked, should a server echo one. */
export function errorOf(reply: WireReply, base: string, secrets: readonly string[]): TrackerError | null {
  if (reply.body?.success === true && reply.status < 300) return null;
  const { status, retryAfterS } = reply;
  if (reply.body === null) {
    return isDown(status)
      ? new TrackerError('down', `${base} answers ${status}: the server behind it is down.`, { status, retryAfterS })
      : new TrackerError('not-ours', `${base} answers ${status}, but not as a tracker does.`, { status, retryAfterS });
  }
  const error = isRecord(reply.body.error) ? reply.body.error : {};
  const message = typeof error.message === 'string' ? error.message : `The server answers ${status}.`;
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

/** A short password may be part of words that have nothing to do with it: it is masked as a word of its own only. */
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

/** Whether the same call may succeed later: nothing or a gateway answers, a foreign page stands in, the server asks to wait. */
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

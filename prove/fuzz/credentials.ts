import type { Choices } from './choices.ts';
import type { Door } from './doors.ts';
import type { Known } from './protocol.ts';
import { hostileTexts } from './texts.ts';

/** Mostly one of its own, so that limits by address are met only by those who should meet them. */
export function addressOf(choices: Choices): string {
  if (choices.happens(0.1)) return '203.0.113.7';
  return `198.${18 + choices.below(2)}.${choices.below(256)}.${choices.below(256)}`;
}

export function credentials(choices: Choices, caller: Door['caller'], known: Known): Record<string, string> {
  const headers = { 'x-forwarded-for': addressOf(choices), ...(choices.happens(0.5) && { 'accept-encoding': 'gzip' }) };
  if (choices.happens(0.06)) return headers;
  const from = choices.happens(0.04) ? choices.of(['session', 'key', 'program', 'operator', 'pilot'] as const) : caller;
  if (from === 'operator' || from === 'pilot') return { ...headers, cookie: known[from].cookie, accept: 'text/html' };
  if (from === 'program') return { ...headers, authorization: `Bearer ${known.programKey}` };
  if (from === 'key' && known.pilotKeys.length > 0) return { ...headers, 'x-api-key': choices.of(known.pilotKeys) };
  return { ...headers, authorization: `Bearer ${choices.of(known.tokens)}` };
}

const headerNames = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'cookie',
    'content-type',
    'host',
    'if-none-match',
  ],
  ...['if-modified-since', 'last-event-id', 'origin', 'range', 'referer', 'sec-fetch-site', 'user-agent', 'x-api-key'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-http-method-override', 'x-request-id'],
  ...['x-tracker-client', 'x-tracker-edge', 'x-tracker-hello', 'x-tracker-identity', 'x-tracker-token', '__proto__'],
];

export function hostileHeaders(choices: Choices): Record<string, string> {
  const text = () =>
    Buffer.from(choices.of(hostileTexts))
      .toString('latin1')
      .replaceAll(/[\r\n\0]/g, '')
      .slice(0, 5_000);
  return Object.fromEntries(Array.from({ length: choices.below(4) }, () => [choices.of(headerNames), text()]));
}

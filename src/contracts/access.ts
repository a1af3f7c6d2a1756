import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { digest } from '../lib/tokens.ts';
import type { Status } from '../tracking/calls.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { Preflight } from './contract.ts';

/**
 * The session token of a request: `Authorization: Bearer`, or `X-Tracker-Token` for hosts that strip the former.
 * Never from the query string. Returns null when neither is present.
 */
export function headerToken(headers: IncomingHttpHeaders): string | null {
  const authorization = headers.authorization;
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    const token = authorization.slice(7).trim();
    if (token !== '') return token;
  }
  const token = headers['x-tracker-token'];
  return typeof token === 'string' && token.trim() !== '' ? token.trim() : null;
}

/** What a page may send to a contract of our own. */
export const trackerPreflight: Preflight = {
  methods: ['OPTIONS'],
  status: 204,
  allowedHeaders: 'Authorization, Content-Type, Content-Encoding, X-Tracker-Token, X-Tracker-Client, X-Requested-With',
};

/**
 * Checks the client token shared by the crew center's clients, if it is required.
 * @throws Refusal `client-token`
 */
export function checkClientToken(settings: Status['settings'], headers: IncomingHttpHeaders): void {
  if (!settings.clientTokenRequired) return;
  const token = headers['x-tracker-client'];
  if (typeof token !== 'string' || token === '') {
    throw new Refusal('client-token', {
      message:
        'This crew center requires its client token in X-Tracker-Client. Use the client that the crew center provides.',
    });
  }
  if (!isDigestOf(settings.clientTokenHash, token)) {
    throw new Refusal('client-token', {
      message: 'The client token is wrong. Get the current client from the crew center.',
    });
  }
}

function isDigestOf(expected: string | null, token: string): boolean {
  const wanted = Buffer.from(expected ?? '', 'hex');
  const given = Buffer.from(digest(token), 'hex');
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/**
 * Lets no client in while the crew center enforces its client token: for a contract whose clients cannot send it.
 * @throws Refusal `client-token`
 */
export function requireNoClientToken(settings: Status['settings']): void {
  if (!settings.clientTokenRequired) return;
  throw new Refusal('client-token', {
    message:
      'This crew center asks for its client token, which this client cannot send. Its operator can let it in by naming it in TRACKER_CONTRACTS.',
  });
}

/** Lets every client in: for a contract that the operator named although its clients send no client token. */
export function admitAnyClient(): void {
  // There is nothing to check.
}

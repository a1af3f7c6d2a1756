import { Secret } from '../lib/secret.ts';
import type { Calls, SessionGrant } from '../tracking/calls.ts';
import { looksLikeKey } from '../tracking/sessions/session-model.ts';

export interface LongLogin {
  readonly username: string;
  /** A password, or an API key. */
  readonly secret: string;
  readonly address: string;
  readonly takesApiKeys: boolean;
}

/**
 * Signs a pilot in for as long as the crew center lets long sessions last, for clients that keep their session: by password;
 * where that is wrong or switched off, by what looks like an API key, because some pilots have no password.
 */
export function signInForLong(calls: Calls, login: LongLogin): Promise<SessionGrant> {
  const { username, secret, address, takesApiKeys } = login;
  const orApiKey = takesApiKeys && looksLikeKey(secret) ? { orApiKey: new Secret(secret.trim()) } : {};
  const credential = { kind: 'password', login: username, password: new Secret(secret), ...orApiKey } as const;
  return calls.login({ credential, address, lifetime: 'long' });
}

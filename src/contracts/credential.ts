import { Secret } from '../lib/secret.ts';
import type { LoginRequest } from '../tracking/calls.ts';
import { invalid } from './body.ts';

/**
 * Returns the credential of a login: the API key if given, else login and password.
 * @throws Refusal `invalid` naming what is missing
 */
export function decodeCredential(wire: {
  readonly login: string | null | undefined;
  readonly password: string | null | undefined;
  readonly apiKey: string | null | undefined;
}): LoginRequest['credential'] {
  // Keys are often pasted with trailing whitespace.
  const apiKey = (wire.apiKey ?? '').trim();
  if (apiKey !== '') return { kind: 'api-key', apiKey: new Secret(apiKey) };
  const login = (wire.login ?? '').trim();
  const password = wire.password ?? '';
  if (login !== '' && password !== '') return { kind: 'password', login, password: new Secret(password) };
  throw invalid({
    ...(login === '' ? { login: 'is required, unless api_key is given' } : {}),
    ...(password === '' ? { password: 'is required, unless api_key is given' } : {}),
  });
}

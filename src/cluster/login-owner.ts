import type { Platform } from '../platform/port.ts';
import type { LoginRequest } from '../tracking/calls.ts';

/** Returns the pilot whom a login concerns, before it is checked; null if nobody has this name or this key. */
export async function findLoginOwner(
  platform: Pick<Platform, 'findPilotId' | 'authenticateKey'>,
  { credential }: LoginRequest,
): Promise<string | null> {
  const named = credential.kind === 'password' ? await platform.findPilotId(credential.login) : null;
  const apiKey = credential.kind === 'password' ? credential.orApiKey : credential.apiKey;
  if (named !== null || apiKey === undefined) return named;
  return (await platform.authenticateKey(apiKey))?.id ?? null;
}

import type { LoginRequest, Session, SessionGrant } from '../calls.ts';
import type { Tried } from '../login-limit.ts';
import type { Pilot, Standing } from '../model.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusals.ts';

/** Signs a pilot in. The answer to a wrong password, to an unknown pilot and to one who was tried too often is the same. */
export async function login(parts: Parts, request: LoginRequest): Promise<SessionGrant> {
  const { credential, address, lifetime = 'normal' } = request;
  const settings = parts.settings();
  if (credential.kind === 'password' && !settings.passwordLogin) {
    throw new Refusal('password-login-disabled', {
      message: 'This crew center has switched off login by password. Use your API key.',
    });
  }
  const name = credential.kind === 'password' ? credential.login.trim().toLowerCase() : credential.apiKey.reveal();
  const pilot = await parts.loginLimit.attempt(parts.tokens.digest(name), address, () => ask(parts, credential));
  if (pilot === null) {
    const message = credential.kind === 'password' ? wrongPassword : 'This API key is not known.';
    throw new Refusal('wrong-login', { message });
  }
  requireMayFly(pilot.standing);
  const ms = lifetime === 'long' ? settings.longSessionDays * dayMs : settings.sessionTtlMin * 60_000;
  const { token, expiresAt } = await parts.sessions.open(pilot, { lifetime, ms }, parts.tokens.wrap);
  return { token, expiresAt, pilot };
}

const dayMs = 24 * 3_600_000;

/** The session of this token again, if its pilot may still fly and has the password of then. */
export async function resume(parts: Parts, token: string | null): Promise<SessionGrant> {
  const session = parts.sessions.authenticate(token);
  const { id } = session.pilot;
  const pilot = (await parts.platform.readPilots([id])).get(id);
  requireMayFly(pilot?.standing ?? 'deleted');
  if (token === null || pilot?.credentialVersion !== parts.sessions.credentialVersionOf(session)) {
    await parts.sessions.end([session.tokenHash]);
    throw new Refusal('no-session', { message: 'The password has changed since. Sign in again.' });
  }
  return { token: parts.tokens.wrap(token), expiresAt: session.expiresAt, pilot };
}

const wrongPassword =
  'Login or password is wrong. After many wrong ones wait a few minutes: the right one is not taken either meanwhile.';

async function ask({ platform }: Parts, credential: LoginRequest['credential']): Promise<Tried<Pilot>> {
  if (credential.kind === 'api-key')
    return { result: await platform.authenticateKey(credential.apiKey), account: null };
  const account = await platform.findPilotId(credential.login);
  return { result: await platform.authenticate(credential.login, credential.password), account };
}

export function mayFly(standing: Standing): boolean {
  return standing === 'active' || standing === 'on-leave';
}

const reasons: Readonly<Record<Exclude<Standing, 'active' | 'on-leave'>, string>> = {
  pending: 'Your application to this crew center is still pending.',
  rejected: 'Your application to this crew center was rejected.',
  suspended: 'You are suspended at this crew center.',
  deleted: 'You have left this crew center.',
};

function requireMayFly(standing: Standing): void {
  if (standing === 'active' || standing === 'on-leave') return;
  throw new Refusal('pilot-not-allowed', { message: reasons[standing] });
}

export async function logout(parts: Parts, session: Session): Promise<void> {
  await parts.sessions.end([session.tokenHash]);
}

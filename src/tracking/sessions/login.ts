import type { Platform } from '../../platform/port.ts';
import type { Pilot } from '../model.ts';
import { Refusal } from '../refusals.ts';
import type { CurrentSettings } from './current-settings.ts';
import type { AttemptLogin, Tried } from './login-limit.ts';
import type { LoginRequest, SessionGrant } from './session-model.ts';
import type { Sessions } from './sessions.ts';
import { requireMayFly } from './standing.ts';

type Accounts = Pick<Platform, 'authenticate' | 'authenticateKey' | 'findPilotId' | 'readPilots'>;

/** Signs a pilot in. A wrong password, an unknown pilot and a throttled account get the same response. */
export class Login {
  readonly #platform: Accounts;
  readonly #settings: CurrentSettings;
  readonly #sessions: Sessions;
  readonly #attempt: AttemptLogin;

  constructor(platform: Accounts, settings: CurrentSettings, sessions: Sessions, attempt: AttemptLogin) {
    this.#platform = platform;
    this.#settings = settings;
    this.#sessions = sessions;
    this.#attempt = attempt;
  }

  async run(request: LoginRequest): Promise<SessionGrant> {
    const { credential, address, lifetime = 'normal' } = request;
    const { passwordLogin, sessionTtlMin, longSessionDays } = this.#settings.current;
    if (credential.kind === 'password' && credential.orApiKey === undefined && !passwordLogin) {
      throw new Refusal('password-login-disabled', {
        message: 'This crew center has switched off login by password. Use your API key.',
      });
    }
    const name = credential.kind === 'password' ? credential.login.trim().toLowerCase() : credential.apiKey.reveal();
    const pilot = await this.#attempt(name, address, () => this.#ask(credential, passwordLogin));
    if (pilot === null) {
      const wrong = passwordLogin ? wrongPassword : 'Login or API key is wrong.';
      const message = credential.kind === 'password' ? wrong : 'Unknown API key.';
      throw new Refusal('wrong-login', { message });
    }
    requireMayFly(pilot.standing);
    const ms = lifetime === 'long' ? longSessionDays * dayMs : sessionTtlMin * 60_000;
    const { token, expiresAt } = await this.#sessions.open(pilot, { lifetime, ms });
    return { token, expiresAt, pilot };
  }

  /** Returns the session of this token if its pilot may still fly and has not changed the password. */
  async resume(token: string | null): Promise<SessionGrant> {
    const session = this.#sessions.authenticate(token);
    const { id } = session.pilot;
    const pilot = (await this.#platform.readPilots([id])).get(id);
    requireMayFly(pilot?.standing ?? 'deleted');
    if (token === null || pilot?.credentialVersion !== this.#sessions.credentialVersionOf(session)) {
      await this.#sessions.end([session.tokenHash]);
      throw new Refusal('no-session', { message: 'The password has changed. Sign in again.' });
    }
    return { token: this.#sessions.wrap(token), expiresAt: session.expiresAt, pilot };
  }

  async #ask(credential: LoginRequest['credential'], passwordLogin: boolean): Promise<Tried<Pilot>> {
    if (credential.kind === 'api-key') {
      const result = await this.#platform.authenticateKey(credential.apiKey);
      return { result, account: null, owner: result?.id ?? null };
    }
    const { login, password, orApiKey } = credential;
    const account = await this.#platform.findPilotId(login);
    const byPassword = passwordLogin ? await this.#platform.authenticate(login, password) : null;
    if (byPassword !== null || orApiKey === undefined) return { result: byPassword, account };
    const owner = await this.#platform.authenticateKey(orApiKey);
    return { result: owner !== null && isLoginOf(owner, login, account) ? owner : null, account };
  }
}

/**
 * Whether this is a login name of the pilot: a key alone would sign in its owner, whatever the name.
 * @param account - whose login name it is at the crew center, which may not know the ident that it shows
 */
function isLoginOf({ id, ident }: Pilot, login: string, account: string | null): boolean {
  if (account !== null) return account === id;
  const [, letters = '', number = ''] = identParts.exec(login.trim().toLowerCase()) ?? [];
  const [, ownLetters = '', ownNumber = ''] = identParts.exec(ident.toLowerCase()) ?? [];
  const isOwnNumber = number !== '' && ownNumber !== '' && Number(number) === Number(ownNumber);
  return isOwnNumber && (letters === '' || letters === ownLetters);
}

const identParts = /^([a-z]*)(\d{1,15})$/;
const dayMs = 24 * 3_600_000;
const wrongPassword =
  'Wrong login or password. After many failed attempts, wait a few minutes: until then the correct password is rejected too.';

import type { Secret } from '../../lib/secret.ts';
import type { CrewCenterSettings } from '../../platform/port.ts';
import type { Pilot, SessionLifetime } from '../model.ts';

/** What the calls of a session take and return; see `Calls`. */

export interface Status {
  readonly settings: CrewCenterSettings;
  readonly serverTime: number;
  readonly limits: Limits;
}

export interface Limits {
  readonly bodyBytes: number;
  readonly finishBodyBytes: number;
  readonly positionsPerCall: number;
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
}

export interface LoginRequest {
  readonly credential:
    | {
        readonly kind: 'password';
        readonly login: string;
        readonly password: Secret;
        /** Tried if the password is not right, in the same attempt: the pilot of this login may have typed their API key. */
        readonly orApiKey?: Secret;
      }
    | { readonly kind: 'api-key'; readonly apiKey: Secret };
  /** The client's own address, as far as it can be trusted. */
  readonly address: string;
  /** `normal` when it is left out. */
  readonly lifetime?: SessionLifetime;
}

export interface SessionGrant {
  readonly token: Secret;
  readonly expiresAt: number;
  readonly pilot: Pilot;
}

export interface Session {
  readonly tokenHash: string;
  readonly pilot: { readonly id: string; readonly ident: string; readonly name: string };
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** What a request says of where it comes from. */
export interface RequestSource {
  /** The program, as it says itself (User-Agent); empty when it does not. */
  readonly program: string;
  readonly address: string;
}

/** A session's newest request. */
export interface LastUse {
  /** The program, as it says itself (User-Agent); empty when it does not. */
  readonly program: string;
  /** The address, or its /64. */
  readonly network: string;
  readonly at: number;
}

/** A client or a browser in which a pilot is signed in. */
export interface Device {
  /** Names it towards its pilot; no part of its token. */
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Its newest request, of one from before the server started to the hour; null while none is known. */
  readonly lastUse: LastUse | null;
  /** Whether it signs in with the API key, and does so again after it was ended. */
  readonly isByKey: boolean;
  /** Whether it asks now. */
  readonly isCurrent: boolean;
}

/** How a token is created and recognised; only its digest is stored. */
export interface Tokens {
  /** @param pilotId - whose session it opens */
  newToken(pilotId: string): string;
  newId(): string;
  digest(text: string): string;
  /** Hides the text of a token from logs. */
  wrap(text: string): Secret;
}

/** The name under which the session of an API key is stored, where others have the digest of their token. */
export function keySessionName(keyDigest: string): string {
  return `key:${keyDigest}`;
}

export function isKeySession(name: string): boolean {
  return name.startsWith('key:');
}

/** Whether a text may be an API key: phpVMS 7 makes them of 20 hexadecimal digits; older ones have up to 40 letters and digits. */
export function looksLikeKey(secret: string): boolean {
  return /^[A-Za-z0-9]{16,64}$/.test(secret.trim());
}

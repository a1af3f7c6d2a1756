import { Secret } from '../../lib/secret.ts';

/** Seconds for which a code is shown (RFC 6238). */
const stepS = 30;
/** A clock that is this many steps off still shows codes that count. */
const window = 1;
/** Bytes: RFC 4226 recommends the length of the digest. */
const keyBytes = 20;
/** Bytes of a recovery code. */
const recoveryBytes = 10;

/** Loaded when it is first needed: most servers have no member with a second factor. */
const loadOtpauth = () => import('otpauth');

/** Makes the key of a second factor, in base 32 as authenticators take it. */
export async function newKey(): Promise<Secret> {
  const otpauth = await loadOtpauth();
  return new Secret(new otpauth.Secret({ size: keyBytes }).base32);
}

/** Returns the address that an authenticator reads out of a QR code. @param airline - what it lists the code under */
export async function addressOfKey(key: Secret, airline: string, login: string): Promise<Secret> {
  const { TOTP } = await loadOtpauth();
  // The colon separates both in the address.
  const [issuer, label] = [airline, login].map((text) => text.replaceAll(':', ' '));
  return new Secret(new TOTP({ issuer, label, period: stepS, secret: key.reveal() }).toString());
}

/** Returns a text as a QR code: an SVG image of black squares on white, which readers need, also on a dark page. */
export async function toQrCode(text: Secret): Promise<string> {
  const { renderSVG } = await import('uqr');
  return renderSVG(text.reveal(), { border: 4 });
}

/** Returns the number of the step whose code this is, one before and after that of `now` (ms) included; null when it is of none. */
export async function stepOf(key: Secret, code: string, now: number): Promise<number | null> {
  // Letters that take more bytes than others are an error of the library's comparison (otpauth 9.5.2).
  if (!/^[0-9]{6}$/.test(code)) return null;
  const { TOTP } = await loadOtpauth();
  const delta = new TOTP({ period: stepS, secret: key.reveal() }).validate({ token: code, timestamp: now, window });
  return delta === null ? null : Math.floor(now / (stepS * 1_000)) + delta;
}

/** Makes a code that counts once in place of the authenticator's: 80 random bits, `abcd-efgh-ijkl-mnop`. */
export async function newRecoveryCode(): Promise<Secret> {
  const otpauth = await loadOtpauth();
  const text = new otpauth.Secret({ size: recoveryBytes }).base32.toLowerCase();
  return new Secret(text.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Returns a code as it is compared: without the spaces and hyphens that people type. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { digestOf, type PublicKey, readPublicKey } from '../../src/lib/minisign.ts';

/** A secret key of minisign, read from a file outside the repository. */
export interface SigningKey {
  readonly publicKey: PublicKey;
  readonly secret: KeyObject;
}

/** Lengths of the parts of a secret key: algorithms, salt and limits of a password; then the key's id, seed and public key. */
const [headBytes, idBytes, seedBytes] = [54, 8, 32];
const noPassword = '\0\0';

/** @throws Error for a file that is none, that others may read, or that has a password */
export function readSigningKey(path: string): SigningKey {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new Error(`${path} can be read by others: chmod 600 ${path}`);
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '', 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error(`${path} is no secret key of minisign.`);
  if (bytes.toString('latin1', 2, 4) !== noPassword)
    throw new Error(
      `${path} has a password: take it off with \`minisign -C -W -s ${path}\`, on a disk that is encrypted.`,
    );
  return keyOf(bytes.subarray(headBytes, headBytes + idBytes), bytes.subarray(headBytes + idBytes, -64));
}

/** Makes a key: the secret one for this path, the public one beside it with the ending `.pub`. */
export function makeSigningKey(path: string): SigningKey {
  const { d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [id, seed] = [randomBytes(idBytes), Buffer.from(d, 'base64url')];
  const made = keyOf(id, seed);
  const head = Buffer.alloc(headBytes);
  head.write(`Ed${noPassword}B2`, 'latin1');
  const pair = Buffer.from(made.publicKey.line, 'base64').subarray(2 + idBytes);
  const secret = Buffer.concat([head, id, seed, pair, Buffer.alloc(seedBytes)]).toString('base64');
  writeFileSync(path, `untrusted comment: minisign secret key ${made.publicKey.id}\n${secret}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  chmodSync(path, 0o600);
  writeFileSync(`${path}.pub`, publicKeyFile(made.publicKey), { flag: 'wx' });
  return made;
}

/** As minisign writes it. */
export function publicKeyFile({ id, line }: PublicKey): string {
  return `untrusted comment: minisign public key ${id}\n${line}\n`;
}

/** Signs bytes, and a comment with them. @returns the contents of a file `.minisig` */
export function signatureOf(bytes: Uint8Array, trustedComment: string, { publicKey, secret }: SigningKey): string {
  const signature = sign(null, digestOf(bytes), secret);
  const global = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), secret);
  const id = Buffer.from(publicKey.line, 'base64').subarray(2, 2 + idBytes);
  const first = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64');
  return `untrusted comment: signature of a Tracker release\n${first}\ntrusted comment: ${trustedComment}\n${global.toString('base64')}\n`;
}

function keyOf(id: Uint8Array, seed: Uint8Array): SigningKey {
  // PKCS #8 of Ed25519, RFC 8410, around the seed.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const line = Buffer.concat([Buffer.from('Ed'), id, Buffer.from(x, 'base64url')]).toString('base64');
  const publicKey = readPublicKey(line);
  if (publicKey === null) throw new Error('The public key of this secret key cannot be read.');
  return { publicKey, secret };
}

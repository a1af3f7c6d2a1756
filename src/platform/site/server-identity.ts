import { randomBytes } from 'node:crypto';
import type { Secret } from '../../lib/secret.ts';
import { type Ask, createAsk } from './ask.ts';
import { type EdgeKit, notAnswered, pageLimits, type Result } from './edge-kit.ts';
import { helloHeader, identityHeader, identityOf, proofHeader, proofOf } from './edge-proof.ts';
import type { KeyKind } from './edge-signature.ts';

/** Whose server answers behind the site: by a nonce that only one with the site's key can answer. */
export async function askIdentity(
  siteUrl: string,
  { keys, statusPath }: Pick<EdgeKit, 'keys' | 'statusPath'>,
  ask: Ask = createAsk(),
): Promise<Result> {
  const nonce = randomBytes(16).toString('hex');
  const expected = identityOf(keys(), nonce);
  const headers = { [identityHeader]: nonce };
  const answer = await ask(`${siteUrl}${statusPath}`, { ...pageLimits, headers });
  if (answer === null) return notAnswered;
  const said = readStatus(answer.body.toString('utf8'));
  if (said.code === 'server-unreachable')
    return { level: 'warning', says: 'Tracker’s server does not answer yet', finding: 'server-not-running' };
  if (said.message !== null)
    return {
      level: 'failure',
      says: said.message,
      finding: said.code === 'server-unproven' ? 'other-server' : 'contract-limited',
    };
  if (expected === null) return notIdentified;
  if (answer.headers.get(identityHeader) === expected) return { level: 'ok', says: '', finding: null };
  if (said.name === null)
    return { level: 'failure', says: `${answer.status}: not a response of Tracker`, finding: 'contract-not-answering' };
  return {
    level: 'failure',
    says: `the server that answers there calls itself “${said.name}” and does not have this site’s key: it is of another site, or was started before this version. Look at the proxy rule and at what listens on its port, then restart the server.`,
    finding: 'other-server',
  };
}

const notIdentified: Result = {
  level: 'warning',
  says: 'it cannot be verified whose server answers: the folder has no key of its own; `tracker install` makes one',
  finding: 'server-not-identified',
};

/** The same of a server on this machine, by any key: it proves itself to programs here as it does to the edge. */
export async function askProof(
  address: string,
  { keys, statusPath }: Pick<EdgeKit, 'keys' | 'statusPath'>,
  ask: Ask = createAsk(),
): Promise<'ours' | 'other' | 'silent'> {
  const [found] = Object.entries(keys().byKind);
  if (found === undefined) return 'silent';
  const [kind, key] = found as readonly [KeyKind, Secret];
  const hello = { kind, nonce: randomBytes(16).toString('hex') };
  const headers = { [helloHeader]: `${kind} ${hello.nonce}` };
  const answer = await ask(`${address}${statusPath}`, { ...pageLimits, headers, mayBeSilent: true });
  if (answer === null) return 'silent';
  const proof = answer.headers.get(proofHeader) ?? '';
  const [serverNonce = '', where = ''] = proof.split(' ');
  return proof === proofOf(key, hello, serverNonce, where) ? 'ours' : 'other';
}

function readStatus(text: string): Readonly<Record<'name' | 'code' | 'message', string | null>> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  try {
    const said = JSON.parse(text) as { name?: unknown; error?: { code?: unknown; message?: unknown } };
    return { name: textOf(said.name), code: textOf(said.error?.code), message: textOf(said.error?.message) };
  } catch {
    return { name: null, code: null, message: null };
  }
}

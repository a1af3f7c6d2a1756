import { readFileSync } from 'node:fs';
import { isPrivate } from '../lib/private-address.ts';
import type { Secret } from '../lib/secret.ts';
import { clusterSecret } from './cluster-place.ts';
import type { Config } from './config-shape.ts';
import { settings, type Values } from './settings.ts';

/** Puts the place of this server in the cluster together; the secret is in the environment, or in a file of its own. */
export function readCluster(values: Values, problems: string[]): Config['cluster'] {
  const { clusterListen, clusterAddress: address } = values;
  if (clusterListen?.kind === 'unix')
    problems.push(`${settings.clusterListen.variable} must be an address and a port.`);
  const listen = clusterListen?.kind === 'tcp' ? clusterListen : { host: '127.0.0.1', port: 0 };
  const secret = readSecret(values, problems);
  if (clusterListen !== null && secret === null)
    problems.push(
      `${settings.clusterListen.variable} is set: set ${settings.clusterSecret.variable} or ${settings.clusterSecretFile.variable} too.`,
    );
  if (clusterListen !== null && address === null && !isPrivate(listen.host))
    problems.push(
      `${settings.clusterListen.variable} is ${listen.host}, which is not a private address: set ${settings.clusterAddress.variable}, with TLS.`,
    );
  return { listen: { host: listen.host, port: listen.port }, address, secret, ca: readCa(values, problems) };
}

function readSecret({ clusterSecret: given, clusterSecretFile: file }: Values, problems: string[]): Secret | null {
  if (file === null) return given;
  const text = readText(settings.clusterSecretFile.variable, file, problems);
  if (text === null) return null;
  const secret = clusterSecret.read(text.trim());
  if (secret === undefined) problems.push(`${file} must hold ${clusterSecret.constraint}.`);
  return secret ?? null;
}

function readCa({ clusterCa: file }: Values, problems: string[]): string | null {
  if (file === null) return null;
  const text = readText(settings.clusterCa.variable, file, problems);
  if (text !== null && !text.includes('-----BEGIN CERTIFICATE-----'))
    problems.push(`${file} must hold certificates in PEM form.`);
  return text;
}

function readText(variable: string, file: string, problems: string[]): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    problems.push(`${variable} names ${file}, which cannot be read (${code}).`);
    return null;
  }
}

import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError } from '../config/config.ts';

/** Turns an error of the operating system into a message for the operator, prefixed with `what`. @throws ConfigError */
export async function withContext<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new ConfigError([`${what}: ${error.message}`], { cause: error });
  }
}

/** Reads the certificate and key, and checks that they match. @throws ConfigError */
export function readTlsFiles({ tls }: Pick<Config, 'tls'>): { readonly key: Buffer; readonly cert: Buffer } | null {
  if (tls.kind === 'none') return null;
  try {
    const files = { key: readFileSync(tls.key), cert: readFileSync(tls.cert) };
    createSecureContext(files);
    return files;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`TRACKER_TLS_CERT and TRACKER_TLS_KEY cannot be used: ${reason}`], { cause: error });
  }
}

import { readFileSync } from 'node:fs';
import { readBodyStart } from '../lib/body-start.ts';
import { CommandError } from './command.ts';

const timeoutMs = 10_000;
const maxBytes = 65_536;

/**
 * Returns the version that a release's `version.json` or `SHA256SUMS` names.
 * @param source - a file, or an http or https address
 * @throws CommandError when it cannot be read, or names none
 */
export async function readNewestRelease(source: string): Promise<string> {
  const text = await readText(source);
  const version = fromJson(text) ?? /\bva-tracker[-_](\d+\.\d+\.\d+)/.exec(text)?.[1];
  if (version === undefined)
    throw new CommandError(`${source} names no release: give the version.json or SHA256SUMS of one.`);
  return version;
}

/** Whether the first is the newer of two versions such as `1.10.2`. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at >= 0 && Number(a?.[at]) > Number(b?.[at] ?? 0);
}

async function readText(source: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(source)) return readFileSync(source, 'utf8').slice(0, maxBytes);
    const response = await fetch(source, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`the server responded ${response.status}`);
    return (await readBodyStart(response, maxBytes)).toString('utf8');
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CommandError(`${source} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function fromJson(text: string): string | undefined {
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

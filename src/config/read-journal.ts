import { readFileSync } from 'node:fs';
import { Secret } from '../lib/secret.ts';
import type { Config } from './config-shape.ts';
import { settings, type Values } from './settings.ts';

/** Puts place and password together. The password is in the environment, or in a file of its own. */
export function readJournal(values: Values, problems: string[]): Config['journal'] {
  const { journal: place, journalPassword: password, journalPasswordFile: file } = values;
  if (place === null) return null;
  if (file === null) return { ...place, password: password ?? new Secret('') };
  if (password !== null)
    problems.push(
      `${settings.journalPassword.variable} and ${settings.journalPasswordFile.variable} are both set: use one.`,
    );
  try {
    return { ...place, password: new Secret(readFileSync(file, 'utf8').replace(/\r?\n$/, '')) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    problems.push(`${settings.journalPasswordFile.variable} names ${file}, which cannot be read (${code}).`);
    return null;
  }
}

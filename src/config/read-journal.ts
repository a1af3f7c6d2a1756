import { readFileSync } from 'node:fs';
import { Secret } from '../lib/secret.ts';
import type { Config } from './config-shape.ts';
import { settings, type Values } from './settings.ts';

/** Puts place and password together. The password is in the environment, or in a file of its own. */
export function readJournal(values: Values, problems: string[]): Pick<Config, 'journal' | 'journalPassword'> {
  const journalPassword = readPassword(values, problems);
  return {
    journal: values.journal === null ? null : { ...values.journal, password: journalPassword },
    journalPassword,
  };
}

function readPassword({ journalPassword: password, journalPasswordFile: file }: Values, problems: string[]): Secret {
  if (file === null) return password ?? new Secret('');
  if (password !== null)
    problems.push(
      `${settings.journalPassword.variable} and ${settings.journalPasswordFile.variable} are both set: use one.`,
    );
  try {
    return new Secret(readFileSync(file, 'utf8').replace(/\r?\n$/, ''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    problems.push(`${settings.journalPasswordFile.variable} names ${file}, which cannot be read (${code}).`);
    return new Secret('');
  }
}

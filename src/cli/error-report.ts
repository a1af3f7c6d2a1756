import { ConfigError } from '../config/config.ts';
import { DataDirectoryError } from '../journal/directory.ts';
import { MoveError } from '../journal/move/copy.ts';
import { MovedJournalError } from '../journal/mysql/moves.ts';
import { DatabaseFileError } from '../lib/database-file.ts';
import { NewerDataError } from '../lib/migrations.ts';
import { DatabaseUnavailable } from '../lib/mysql-failures.ts';
import { userName } from '../lib/user-name.ts';
import { CrewCenterError } from '../platform/crew-center.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { CommandError } from './command.ts';

/** What is printed of an error, as text or with `--json`. */
export interface ErrorReport {
  readonly exitCode: number;
  readonly message: string;
  /** Stable, for scripts: a refusal's code, or one of those below. */
  readonly code: string;
  /** Further members with `--json`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Errors besides `CommandError` and `Refusal` whose message says what to do. */
const expected = [
  [ConfigError, 'invalid-configuration'],
  [CrewCenterError, 'crew-center'],
  [DataDirectoryError, 'data-directory'],
  [DatabaseFileError, 'database-file'],
  [NewerDataError, 'newer-data'],
  [MovedJournalError, 'journal-moved'],
  [MoveError, 'journal-not-moved'],
  [DatabaseUnavailable, 'database-unavailable'],
] as const;

/** Describes an error that the user can fix; null for a bug. */
export function describeError(error: unknown): ErrorReport | null {
  if (error instanceof CommandError) {
    const { exitCode, message, code, details } = error;
    return { exitCode, message, code, details };
  }
  if (isRefusal(error)) {
    const { fields } = error.detail;
    return { exitCode: 1, message: error.message, code: error.code, details: fields === undefined ? {} : { fields } };
  }
  const refused = describeRefused(error);
  if (refused !== null) return refused;
  const [, code] = expected.find(([kind]) => error instanceof kind) ?? [];
  if (code === undefined || !(error instanceof Error)) return null;
  return { exitCode: 1, message: error.message, code, details: {} };
}

/** A file of another user. What cannot be looked at is not what is not there. */
function describeRefused(error: unknown): ErrorReport | null {
  if (!(error instanceof Error)) return null;
  const { code, path, address } = error as NodeJS.ErrnoException & { readonly address?: string };
  const place = path ?? address;
  if ((code !== 'EACCES' && code !== 'EPERM') || place === undefined) return null;
  const message = `The user ${userName()} has no rights on ${place}. Run this as its owner (sudo -u USER tracker …), or give it to this user.`;
  return { exitCode: 1, message, code: 'no-rights', details: {} };
}

/** The document that `--json` prints on standard output instead of a result. */
export function errorDocument({ message, code, details }: Omit<ErrorReport, 'exitCode'>): string {
  return JSON.stringify({ error: { message, code, ...details } });
}

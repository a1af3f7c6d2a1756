/** The database could not be asked, or could not finish: trying later may help. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code: string;
  /** The connection is gone, or may still get an answer that nobody waits for. */
  readonly endsConnection: boolean;

  constructor(code: string, endsConnection: boolean, cause: unknown) {
    super(`The database is out of reach (${code}).`, { cause });
    this.code = code;
    this.endsConnection = endsConnection;
  }
}

/** Of the server's answers, those that speak of its state and not of the statement; the connection stays usable. */
const passing = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_OUT_OF_RESOURCES',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
]);

/** What says that the database is no longer the one that was opened: rights, name or tables changed under us. */
const changed = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_NO_DB_ERROR',
  'ER_NO_SUCH_TABLE',
  'ER_CRASHED_ON_USAGE',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_HOST_IS_BLOCKED',
]);

/** What says that the connection ended, or never was. */
const ended = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_PACKETS_OUT_OF_ORDER',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_QUERY_INTERRUPTED',
  'ER_CONNECTION_KILLED',
  'ER_NET_READ_ERROR',
  'ER_NET_READ_INTERRUPTED',
  'ER_NET_ERROR_ON_WRITE',
  'ER_CLIENT_INTERACTION_TIMEOUT',
]);

/** The failure as `DatabaseUnavailable`, or null when it is the statement's own fault. */
export function databaseUnavailable(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code !== null && (passing.has(code) || changed.has(code))) return new DatabaseUnavailable(code, false, error);
  // Errors of the socket carry the system's own words (`ECONNREFUSED`, `ENOENT`); the server's begin with `ER_`.
  const isOfSocket = code !== null && /^E[A-Z]+$/.test(code);
  const isFatal = 'fatal' in error && error.fatal === true;
  if (isOfSocket || isFatal || (code !== null && ended.has(code))) {
    return new DatabaseUnavailable(code ?? 'connection', true, error);
  }
  const isClosed = /closed state|Pool is closed/.test(error.message);
  return isClosed ? new DatabaseUnavailable('closed', true, error) : null;
}

/**
 * What the server says against the statement itself (a text or number that a column cannot hold, a trigger of the host): its
 * name of the error and the column, never the value. Null for anything else: asking again may help, or it is a bug of ours.
 */
export function statementFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('sqlState' in error) || databaseUnavailable(error) !== null) return null;
  const named = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const fault = named ?? `error ${'errno' in error ? String(error.errno) : error.sqlState}`;
  const column = /\bcolumn (?:`[^`]*`\.)*[`']([^`']+)[`']/.exec(error.message)?.[1];
  return column === undefined ? fault : `${fault}, column ${column}`;
}

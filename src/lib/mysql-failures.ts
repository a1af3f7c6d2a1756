/** The database could not be reached, or could not complete the statement; a retry may help. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code: string;
  /** Whether the connection is closed, or may still receive a result for which nothing waits. */
  readonly endsConnection: boolean;

  constructor(code: string, endsConnection: boolean, cause: unknown) {
    super(`The database is unavailable (${code}).`, { cause });
    this.code = code;
    this.endsConnection = endsConnection;
  }
}

/** Errors about the state of the server, not the statement; the connection stays usable. */
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
  'ER_READ_ONLY_MODE',
  // 1047, from a node that is not, or no longer, part of its cluster.
  'ER_UNKNOWN_COM_ERROR',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  // 1180, from a node that lost its cluster, or its disk, while it stored: also as the answer to COMMIT.
  'ER_ERROR_DURING_COMMIT',
  'ER_GET_ERRNO',
  'ER_ERROR_ON_READ',
  'ER_ERROR_ON_WRITE',
  'ER_CHECKREAD',
  'ER_TABLE_DEF_CHANGED',
  'ER_LOCK_TABLE_FULL',
  'ER_TOO_MANY_CONCURRENT_TRXS',
  'ER_CANT_CREATE_THREAD',
  'ER_OUTOFMEMORY',
  'ER_OUT_OF_SORTMEMORY',
  'ER_ENGINE_OUT_OF_MEMORY',
  'ER_TEMP_FILE_WRITE_FAILURE',
  'ER_INNODB_READ_ONLY',
]);

/** Errors after the database was changed: permissions, name or tables. */
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

/** Errors of a connection that ended or was never established. */
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
  // What the connection has prepared is no longer valid.
  'ER_UNKNOWN_STMT_HANDLER',
  'ER_NEED_REPREPARE',
]);

/** Errors of MariaDB for which the driver, which knows those of MySQL, has no name. */
const ofMariaDb = new Map([
  [1927, 'ER_CONNECTION_KILLED'],
  [1969, 'ER_STATEMENT_TIMEOUT'],
]);

/** Converts an error to `DatabaseUnavailable`; null when the statement itself is at fault. */
export function databaseUnavailable(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  if (code !== null && (passing.has(code) || changed.has(code))) return new DatabaseUnavailable(code, false, error);
  // Socket errors have codes of the system (`ECONNREFUSED`, `ENOENT`); those of the server start with `ER_`.
  const isOfSocket = code !== null && /^E[A-Z]+$/.test(code);
  const isFatal = 'fatal' in error && error.fatal === true;
  if (isOfSocket || isFatal || (code !== null && ended.has(code))) {
    return new DatabaseUnavailable(code ?? 'connection', true, error);
  }
  const isClosed = /closed state|Pool is closed/.test(error.message);
  return isClosed ? new DatabaseUnavailable('closed', true, error) : null;
}

function codeOf(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return ('errno' in error && ofMariaDb.get(Number(error.errno))) || null;
}

/**
 * Returns the server's error about the statement itself (a value that a column cannot hold, a trigger of the host): the
 * name of the error and the column, never the value. Null for other errors: a retry may help, or it is a bug.
 */
export function statementFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('sqlState' in error) || databaseUnavailable(error) !== null) return null;
  const named = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const fault = named ?? `error ${'errno' in error ? String(error.errno) : error.sqlState}`;
  const column = /\bcolumn (?:`[^`]*`\.)*[`']([^`']+)[`']/.exec(error.message)?.[1];
  return column === undefined ? fault : `${fault}, column ${column}`;
}

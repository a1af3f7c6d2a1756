// alone: a server is opened before all tests
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { after, before, test } from 'node:test';
import { defaultMysqlLimits, type MysqlLimits } from './mysql.ts';
import { DatabaseUnavailable, statementFault } from './mysql-failures.ts';
import { openMysql } from './mysql-pool.ts';
import { Secret } from './secret.ts';

interface Answering {
  /** Each command begins with 0. */
  sequenceId: number;
  on(event: 'query' | 'stmt_prepare', answer: (sql: string) => void): void;
  on(event: 'error', ignored: () => void): void;
  serverHandshake(greeting: object): void;
  writeOk(): void;
  writeError(error: { readonly code: number; readonly message: string }): void;
}

interface AnsweringServer {
  readonly _server: Server;
  on(event: 'connection', greet: (connection: Answering) => void): void;
  listen(port: number, host: string): void;
  close(): void;
}

const { createServer } = createRequire(import.meta.url)('mysql2') as { createServer(): AnsweringServer };

/**
 * A server that answers COMMIT with one error, as it comes over the connection: by its number alone. After the handshake each
 * command is answered, or none is.
 */
const server = createServer();
let answered = 0;
let isSilent = false;

before(async () => {
  server.on('connection', (connection) => {
    connection.on('error', () => undefined);
    const answer = (sql: string) => {
      if (isSilent) return;
      if (sql === 'COMMIT') connection.writeError({ code: answered, message: 'what the server says' });
      else connection.writeOk();
      connection.sequenceId = 0;
    };
    connection.on('query', answer);
    // A SET too comes as this.
    connection.on('stmt_prepare', answer);
    const authCallback = (_given: unknown, admit: (error: null) => void) => {
      admit(null);
      connection.sequenceId = 0;
    };
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '10.11.6-MariaDB',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 33,
      capabilityFlags: 0xffffff ^ 0x000800 ^ 0x000020,
      authCallback,
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server._server, 'listening');
});
after(() => server.close());

/** Returns what a commit rejects with that this error is the answer to. */
async function commitAnswered(code: number, limits: Partial<MysqlLimits> = {}): Promise<unknown> {
  answered = code;
  const { port } = server._server.address() as AddressInfo;
  const address = { server: { host: '127.0.0.1', port }, user: 'any', password: new Secret(''), database: 'any' };
  const mysql = openMysql(address, { ...defaultMysqlLimits, ...limits, connections: 1 });
  try {
    return await mysql.session((session) => session.run('COMMIT')).catch((error: unknown) => error);
  } finally {
    await mysql.close();
  }
}

test('whatever a server answers that lost its cluster, its disk or its memory can be tried again', async () => {
  const numbers = {
    'a node that loses its cluster while it commits': [1180],
    'a node outside of its cluster': [1047],
    'another transaction wins': [1213, 1205, 1020],
    'tables change under it': [1412, 1615, 1243],
    'the connection is ended there': [1053, 1317, 1927],
    'it takes too long': [1969, 3024],
    'the disk or the memory is at its end': [
      1021, 1024, 1026, 1030, 1037, 1038, 1041, 1114, 1135, 1206, 1637, 1874, 1878,
    ],
    'it only reads': [1290, 1792, 1836],
  };
  for (const [what, codes] of Object.entries(numbers))
    for (const code of codes) {
      const error = await commitAnswered(code);
      assert.ok(error instanceof DatabaseUnavailable, `${what}: ${code}: ${error}`);
    }
});

test('a statement that is itself at fault is not tried again', async () => {
  // A duplicate key, a syntax error, a text that is too long, a trigger that refuses, a column that does not exist.
  for (const code of [1062, 1064, 1406, 1644, 1054]) {
    const error = await commitAnswered(code);
    assert.ok(error instanceof Error && !(error instanceof DatabaseUnavailable), `${code}: ${error}`);
    assert.notEqual(statementFault(error), null, `${code}`);
  }
});

test('a server that is silent after the handshake is unavailable within the time of a statement', {
  timeout: 20_000,
}, async () => {
  isSilent = true;
  const error = await commitAnswered(1062, { statementTimeoutMs: 300 });
  isSilent = false;
  assert.ok(error instanceof DatabaseUnavailable, String(error));
});

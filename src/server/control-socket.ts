import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { isRefusal, Refusal, type RefusalCode, refusalCodes } from '../tracking/refusals.ts';

/** Methods that commands may call on a running server, by name. Arguments and results are JSON. */
export type ControlMethods = Readonly<Record<string, (args: readonly unknown[]) => Promise<unknown>>>;

type Answer = { readonly result: unknown } | { readonly refusal: { readonly code: string; readonly message: string } };

/** Maximum length of a response; a list of flights is far below. */
const maxBytes = 32 * 1024 * 1024;
/** Maximum length of a request: a method with its few arguments. */
const maxQuestionBytes = 1024 * 1024;

export function controlPath(dataDirectory: string): string {
  return join(dataDirectory, 'control.sock');
}

/**
 * Serves commands of the owner of the data directory through a unix socket (mode 0600): one JSON line per request and per
 * response. The caller holds the directory's lock, so an existing socket is stale.
 */
export async function openControl(
  path: string,
  methods: ControlMethods,
  onError: (error: unknown) => void,
): Promise<AsyncDisposable> {
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    readLines(socket, (line) => {
      answer(methods, line)
        .catch((error: unknown): Answer => {
          onError(error);
          return { refusal: { code: 'internal', message: 'internal error; see the log of the server' } };
        })
        .then((reply) => socket.write(`${JSON.stringify(reply)}\n`));
    });
  });
  // Restrict permissions before anyone can connect.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
    await once(server, 'listening');
    chmodSync(path, 0o600);
  } finally {
    process.umask(mask);
  }
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads lines; closes the connection if a line is too long. */
function readLines(socket: Socket, onLine: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (part) => {
    const lines = `${rest}${part}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxQuestionBytes) socket.destroy();
    else for (const line of lines) onLine(line);
  });
}

async function answer(methods: ControlMethods, line: string): Promise<Answer> {
  const { method, args } = JSON.parse(line) as { method: string; args: readonly unknown[] };
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (run === undefined)
    return {
      refusal: {
        code: 'not-found',
        message: `The running server does not know the command "${method}". Restart it if it is of an older version.`,
      },
    };
  try {
    return { result: (await run(args)) ?? null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}

/**
 * Calls the server that owns the data directory. Returns null when no server is running there.
 * @throws Refusal sent by the server; another error when the connection fails
 */
export async function askServer(
  path: string,
  method: string,
  args: readonly unknown[],
): Promise<{ readonly result: unknown } | null> {
  const socket = await connect(path);
  if (socket === null) return null;
  try {
    socket.write(`${JSON.stringify({ method, args })}\n`);
    const reply = JSON.parse(await readLine(socket)) as Answer;
    if ('result' in reply) return { result: reply.result };
    const { code, message } = reply.refusal;
    if ((refusalCodes as readonly string[]).includes(code)) throw new Refusal(code as RefusalCode, { message });
    throw new Error(message);
  } finally {
    socket.destroy();
  }
}

async function connect(path: string): Promise<Socket | null> {
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw error;
  }
}

async function readLine(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  for await (const part of socket) {
    text += part;
    if (text.endsWith('\n')) return text;
    if (text.length > maxBytes) throw new Error('the response of the server is too long');
  }
  throw new Error('the server closed the connection');
}

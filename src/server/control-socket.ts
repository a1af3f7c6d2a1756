import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { isRefusal, Refusal, type RefusalCode, refusalCodes } from '../tracking/refusals.ts';

/** What a command beside a running server may ask of it, by name. Arguments and results are JSON. */
export type ControlMethods = Readonly<Record<string, (args: readonly unknown[]) => Promise<unknown>>>;

type Answer = { readonly result: unknown } | { readonly refusal: { readonly code: string; readonly message: string } };

/** Longest answer: a list of flights is far below. */
const maxBytes = 32 * 1024 * 1024;
/** Longest question: a method with its few arguments. */
const maxQuestionBytes = 1024 * 1024;

export function controlPath(dataDirectory: string): string {
  return join(dataDirectory, 'control.sock');
}

/**
 * Answers commands of the owner of the data directory through a unix socket (mode 0600): one JSON line a question, one an
 * answer. The caller owns the directory's lock, so a socket that is left there is a dead one.
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
          return { refusal: { code: 'internal', message: 'it met an error of its own, and its log says more' } };
        })
        .then((reply) => socket.write(`${JSON.stringify(reply)}\n`));
    });
  });
  // Made unreadable for others before anyone can connect.
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

/** Reads lines; a sender whose line never ends loses the connection. */
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
      refusal: { code: 'not-found', message: `This server knows no command "${method}". Is it of another version?` },
    };
  try {
    return { result: (await run(args)) ?? null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}

/**
 * Asks the server that owns the data directory. null: no server is running there.
 * @throws Refusal that the server answered with; another error when it could not be asked, or broke off
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
    if (text.length > maxBytes) throw new Error('its answer is too long');
  }
  throw new Error('it closed the line');
}

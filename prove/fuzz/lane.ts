import { connect, type Socket } from 'node:net';
import { type Answer, AnswerReader, NoAnswerError } from './answer-reader.ts';
import type { Attack } from './requests.ts';

/** What became of a request. `closed`: the server closed the connection, as it may after what is not HTTP. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'closed' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'noise'; readonly text: string };

/** A connection that is kept, on which some requests at a time are under way. */
export class Lane implements Disposable {
  readonly #port: number;
  readonly #deadlineMs: number;
  #socket: Socket | null = null;

  constructor(port: number, deadlineMs: number) {
    this.#port = port;
    this.#deadlineMs = deadlineMs;
  }

  /** Sends these requests at once, and returns what became of each. */
  async send(attacks: readonly Attack[]): Promise<readonly Outcome[]> {
    this.#socket ??= connect(this.#port, '127.0.0.1').setNoDelay(true);
    const socket = this.#socket;
    const outcomes: Outcome[] = [];
    const isOver = await readAnswers(socket, this.#deadlineMs, {
      begin: () =>
        socket.write(
          attacks.length === 1 ? (attacks[0]?.bytes ?? '') : Buffer.concat(attacks.map(({ bytes }) => bytes)),
        ),
      methodOf: () => attacks[outcomes.length]?.method ?? 'GET',
      take: (outcome) => outcomes.push(outcome) === attacks.length,
    });
    if (isOver) this.#drop();
    // What was sent behind the last request that the server would read.
    while (outcomes.length < attacks.length) outcomes.push({ kind: 'closed' });
    return outcomes;
  }

  [Symbol.dispose](): void {
    this.#drop();
  }

  #drop(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

/** Sends bytes on a connection of their own and no more, and returns everything that comes until it is closed. */
export async function sendAlone(
  port: number,
  { bytes, method }: Attack,
  deadlineMs: number,
): Promise<readonly Outcome[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const outcomes: Outcome[] = [];
  await readAnswers(socket, deadlineMs, {
    begin: () => socket.end(bytes),
    methodOf: () => method,
    take: (outcome) => void outcomes.push(outcome) === true,
  });
  socket.destroy();
  return outcomes;
}

interface Reading {
  begin(): void;
  methodOf(): string;
  /** Returns whether everything is there that was waited for. */
  take(outcome: Outcome): boolean;
}

/** Returns whether the connection can be used no more. */
function readAnswers(socket: Socket, deadlineMs: number, { begin, methodOf, take }: Reading): Promise<boolean> {
  const done = Promise.withResolvers<boolean>();
  const reader = new AnswerReader();
  const timer = setTimeout(() => {
    take({ kind: 'hang' });
    finish(true);
  }, deadlineMs);
  const finish = (isOver: boolean) => {
    clearTimeout(timer);
    socket.off('data', read).off('close', closed);
    done.resolve(isOver);
  };
  const readAll = (isClosed: boolean) => {
    const isOver = takeAnswers(reader, isClosed, { methodOf, take });
    if (isOver !== null) finish(isOver);
  };
  const read = (chunk: Buffer) => {
    reader.add(chunk);
    readAll(false);
  };
  const closed = () => {
    readAll(true);
    finish(true);
  };
  socket.on('data', read).on('close', closed);
  if (socket.listenerCount('error') === 0) socket.on('error', () => socket.destroy());
  begin();
  return done.promise;
}

/** Returns whether the connection can be used no more; null while more is waited for. */
function takeAnswers(reader: AnswerReader, isClosed: boolean, { methodOf, take }: Omit<Reading, 'begin'>) {
  try {
    for (;;) {
      const answer = reader.next(methodOf(), isClosed);
      if (answer === null) return null;
      const isAll = take({ kind: 'answer', answer });
      if (answer.isStream) return true;
      if (isAll) return answer.isLast || reader.hasMore;
    }
  } catch (error) {
    take({ kind: 'noise', text: error instanceof NoAnswerError ? error.message : String(error) });
    return true;
  }
}

import { parentPort, Worker, workerData } from 'node:worker_threads';

/** An error as it comes out of a thread: a copy has its message, and nothing else of it. */
interface Failure {
  readonly message: string;
  readonly code: string | null;
  readonly errcode: number | null;
  readonly syscall: string | null;
}

type Answer = { readonly result: unknown } | { readonly failure: Failure };

/**
 * Runs a module as a thread of its own, which answers once with `answerTask`.
 * @param name - path of the module from `from`, without its extension
 * @param from - `import.meta.url` of the caller
 * @throws the error of the thread, with the codes that SQLite and the system gave it
 */
export function runTask<T>(name: string, from: string, data: object): Promise<T> {
  // The extension of the running file: `.ts` from source, `.js` once compiled.
  const worker = new Worker(new URL(`${name}${from.slice(from.lastIndexOf('.'))}`, from), { workerData: data });
  const done = Promise.withResolvers<T>();
  worker.once('message', (answer: Answer) => {
    if ('result' in answer) done.resolve(answer.result as T);
    else done.reject(errorOf(answer.failure));
  });
  worker.once('error', done.reject);
  worker.once('exit', (code) => done.reject(new Error(`the thread ended with ${code} before it answered`)));
  return done.promise;
}

/** In the thread: does the work, and answers. */
export function answerTask<D>(work: (data: D) => unknown): void {
  try {
    parentPort?.postMessage({ result: work(workerData as D) } satisfies Answer);
  } catch (error) {
    parentPort?.postMessage({ failure: failureOf(error) } satisfies Answer);
  }
}

function failureOf(error: unknown): Failure {
  const { message, code, errcode, syscall } = (error instanceof Error ? error : new Error(String(error))) as Error & {
    readonly code?: unknown;
    readonly errcode?: unknown;
    readonly syscall?: unknown;
  };
  return {
    message,
    code: typeof code === 'string' ? code : null,
    errcode: typeof errcode === 'number' ? errcode : null,
    syscall: typeof syscall === 'string' ? syscall : null,
  };
}

function errorOf({ message, ...codes }: Failure): Error {
  const known = Object.entries(codes).filter(([, value]) => value !== null);
  return Object.assign(new Error(message), Object.fromEntries(known));
}

import { Worker } from 'node:worker_threads';
import type { BcryptAnswer, BcryptJob } from './bcrypt-worker.ts';
import type { Secret } from './secret.ts';

const bcryptHash = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
/** The default of Laravel 12 (`$2y$12$…`). */
export const defaultCost = 12;

/** bcrypt reads no more of a password: what stands behind would not count. */
export const maxPasswordBytes = 72;

/** Returns what is wrong with a new password, in a sentence; null when nothing is. */
export function problemOfPassword(password: string, minLength: number): string | null {
  if (password.length >= minLength && Buffer.byteLength(password) <= maxPasswordBytes) return null;
  return `Password: enter at least ${minLength} characters and at most ${maxPasswordBytes} bytes.`;
}

/** bcrypt in a separate thread: a hash takes a third of a second of one core, which must not delay positions. */
export interface Bcrypt {
  /** Of new hashes where their caller says none. */
  readonly cost: number;
  /** Returns whether the password matches; false also if the hash is not a bcrypt hash. */
  verify(password: Secret, hash: string): Promise<boolean>;
  /** Returns a new hash with PHP's prefix, `$2y$`. */
  hash(password: Secret, cost?: number): Promise<string>;
  close(): Promise<void>;
}

/** Returns the cost of a hash; null when it is not a bcrypt hash. */
export function costOf(hash: string): number | null {
  const cost = bcryptHash.exec(hash)?.[1];
  return cost === undefined ? null : Number(cost);
}

/** Returns a hash that no password matches, with this cost: for logins without an account. */
export function dummyHash(cost: number): string {
  return `$2y$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
}

/** Maximum cost that is imitated; a row with a higher one would make every wrong login slow. */
const maxImitatedCost = 14;

/**
 * Returns whether the password matches. If not, it takes the time of one hash of `cost`, whatever the cost of this hash,
 * even without a hash (null), so that the time does not reveal whether there is an account.
 */
export async function verifyAtCost(
  bcrypt: Pick<Bcrypt, 'verify'>,
  password: Secret,
  hash: string | null,
  cost: number,
): Promise<boolean> {
  const wanted = Math.min(cost, maxImitatedCost);
  const own = hash === null ? null : costOf(hash);
  if (hash === null || own === null) {
    await bcrypt.verify(password, dummyHash(wanted));
    return false;
  }
  if (await bcrypt.verify(password, hash)) return true;
  // Each step of the cost doubles the work, so these and the one above add up to that of `wanted`.
  for (let step = own; step < wanted; step++) await bcrypt.verify(password, dummyHash(step));
  return false;
}

/** The thread that was idle when it was last closed: the next one opened here need not start its own. */
let idle: Worker | null = null;

function keepIdle(worker: Worker | null): void {
  idle = worker;
  // One that ended meanwhile would never answer.
  if (worker !== null) hearEnd(worker, () => (idle = null));
}

function takeIdle(): Worker | null {
  const worker = idle;
  idle = null;
  if (worker !== null) hearNothing(worker);
  return worker;
}

function hearEnd(worker: Worker, ended: (error: unknown) => void): void {
  const end = (error: unknown) => {
    hearNothing(worker);
    ended(error);
  };
  worker.once('error', end).once('exit', (code) => end(new Error(`the bcrypt thread ended with ${code}`)));
}

/** A thread is taken and laid aside again and again: what its last user heard of it, that one hears no more. */
function hearNothing(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

/**
 * Starts the thread with the first job. Jobs are queued, so that an attacker cannot use more than one core.
 * @param cost - of new hashes where their caller says none
 */
export function openBcrypt(cost = defaultCost): Bcrypt {
  return new BcryptThread(cost);
}

class BcryptThread implements Bcrypt {
  readonly cost: number;
  #worker: Worker | null = null;
  #nextId = 1;
  readonly #waiting = new Map<number, PromiseWithResolvers<string | boolean>>();

  constructor(cost: number) {
    this.cost = cost;
  }

  async verify(password: Secret, hash: string): Promise<boolean> {
    if (costOf(hash) === null) return false;
    const id = this.#nextId++;
    return (await this.#ask({ id, kind: 'verify', password: password.reveal(), hash })) === true;
  }

  async hash(password: Secret, cost = this.cost): Promise<string> {
    const id = this.#nextId++;
    const hash = await this.#ask({ id, kind: 'hash', password: password.reveal(), cost });
    return String(hash).replace(/^\$2[ab]\$/, '$2y$');
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    const isIdle = this.#waiting.size === 0;
    this.#lose(new Error('bcrypt thread closed'));
    if (worker !== null) hearNothing(worker);
    if (isIdle && idle === null) keepIdle(worker);
    else await worker?.terminate();
  }

  #ask(job: BcryptJob): Promise<string | boolean> {
    const answer = Promise.withResolvers<string | boolean>();
    this.#waiting.set(job.id, answer);
    const worker = this.#start();
    worker.ref();
    worker.postMessage(job);
    return answer.promise;
  }

  #start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = takeIdle() ?? new Worker(new URL(`./bcrypt-worker${import.meta.url.slice(-3)}`, import.meta.url));
    worker.on('message', (answer: BcryptAnswer) => this.#settle(worker, answer));
    hearEnd(worker, (error) => this.#lose(error));
    this.#worker = worker;
    return worker;
  }

  #settle(worker: Worker, answer: BcryptAnswer): void {
    this.#waiting.get(answer.id)?.resolve(answer.result);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) worker.unref();
  }

  #lose(error: unknown): void {
    this.#worker = null;
    for (const answer of this.#waiting.values()) answer.reject(error);
    this.#waiting.clear();
  }
}

import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

/** A job of the pool in `bcrypt.ts`; the secret is in this thread only while the job runs. */
export type BcryptJob =
  | { readonly id: number; readonly kind: 'verify'; readonly password: string; readonly hash: string }
  | { readonly id: number; readonly kind: 'hash'; readonly password: string; readonly cost: number };
export type BcryptAnswer = { readonly id: number; readonly result: string | boolean };

parentPort?.on('message', (job: BcryptJob) => {
  const result =
    job.kind === 'verify' ? bcrypt.compareSync(job.password, job.hash) : bcrypt.hashSync(job.password, job.cost);
  parentPort?.postMessage({ id: job.id, result } satisfies BcryptAnswer);
});

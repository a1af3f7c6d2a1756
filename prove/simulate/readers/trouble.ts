import type { Scene } from '../scene.ts';
import { perWorld } from './per-world.ts';

/** A commit of a slow disk has ended by then, milliseconds. */
const slowestCommitMs = 60_000;

/** Requests that waited meanwhile are answered by then, milliseconds. */
const restingMs = 2_000;

interface Trouble {
  /** When the disk was slow or full last. */
  diskAt: number;
  /** When servers kept each other waiting last. */
  clusterAt: number;
  /** When a server started last. */
  startedAt: number;
}

const never = Number.NEGATIVE_INFINITY;

const known = perWorld<Trouble>(() => ({ diskAt: never, clusterAt: never, startedAt: never }));

/** Notes what keeps a server from doing what it does from time to time; to be called after every step. */
export function noteTrouble(world: Scene): void {
  const { disk } = world.models;
  if (world.keeper.isTroubled === true) known(world).clusterAt = world.time.now;
  if (disk.isFull || disk.commitMs > 2) known(world).diskAt = world.time.now;
}

export function noteStart(world: Scene): void {
  known(world).startedAt = world.time.now;
}

/** When the crew center, the disk or another server last kept a server waiting. */
export function troubleEndedAt(world: Scene): number {
  const { diskAt, clusterAt } = known(world);
  return Math.max(world.models.crew.troubleUntil, diskAt + slowestCommitMs, clusterAt + restingMs);
}

export function startedAt(world: Scene): number {
  return known(world).startedAt;
}

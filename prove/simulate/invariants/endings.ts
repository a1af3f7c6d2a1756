import { perWorld } from '../readers/per-world.ts';
import { sentSince } from '../readers/sent-since.ts';
import type { Scene } from '../scene.ts';
import type { Exchange } from '../wire.ts';

const ending = /\/(?:finish|cancel|start|file|prefile|complete)$|\/submit_log\.php$/;

/** When a pilot's clients, or somebody for them, last asked for anything by which a flight ends. */
const endings = perWorld<Map<string, number>>(() => new Map());

const fresh = sentSince();

/** When this pilot's clients last asked for an end; 0 for never. */
export const endingAskedAt = (world: Scene, pilotId: string): number => endings(world).get(pilotId) ?? 0;

export function noteEndings(world: Scene, { client, request: { path, method } }: Exchange): void {
  for (const each of fresh(world)) keep(world, each.client, each.request.path, each.sentAt);
  if (method !== 'GET') keep(world, client, path, world.time.now);
}

function keep(world: Scene, client: string, path: string, at: number): void {
  if (ending.test(path.replace(/\?.*$/, ''))) endings(world).set(world.pilotIdOf(client), at);
}

import { perWorld } from '../readers/per-world.ts';
import type { Scene } from '../scene.ts';
import { nameOf } from '../sortie.ts';
import { type Exchange, member } from '../wire.ts';

/** A position as a client wrote it, in the names of the table of fields; what it did not say is absent. */
export type SentPosition = Readonly<Record<string, unknown>> & { readonly lat: number; readonly lon: number };

interface Known {
  readonly byName: Map<string, SentPosition[]>;
  newest: number;
}

const known = perWorld<Known>(() => ({ byName: new Map(), newest: 0 }));

/** Keeps what was sent since: only the newest requests of a world can be read again. */
export function noteSent(world: Scene): void {
  const here = known(world);
  const { past } = world.network;
  for (let index = past.length - 1; index >= 0; index--) {
    const exchange = past[index];
    if (exchange === undefined || exchange.number <= here.newest) break;
    for (const position of positionsIn(exchange)) keep(here, position);
  }
  here.newest = past.at(-1)?.number ?? here.newest;
}

/** Each way in which this position was sent: a client whose clock was wrong dates it anew. */
export function sentAs(world: Scene, marker: { readonly lat: number; readonly lon: number }): readonly SentPosition[] {
  return known(world).byName.get(nameOf(marker)) ?? [];
}

function keep({ byName }: Known, position: SentPosition): void {
  const name = nameOf(position);
  const there = byName.get(name) ?? [];
  if (there.some((each) => each.seq === position.seq && each.recorded_at === position.recorded_at)) return;
  byName.set(name, [...there, position]);
}

/** By the path of each contract, its positions in the names of the table. */
const readers: readonly (readonly [RegExp, (sent: unknown) => readonly SentPosition[]])[] = [
  [/^\/(?:api\/tracker\/position|acars\/position\.php)$/, (sent) => listOf(sent)],
  [/\/pireps\/[^/]+\/acars\/position$/, (sent) => listOf(sent).map(ofCore)],
  [/smartcars(?:\.php)?\/flights\/update$/, (sent) => [ofSmartcars(sent)]],
];

function positionsIn({ request, sent }: Exchange): readonly SentPosition[] {
  const path = request.path.replace(/\?.*$/, '');
  return readers.find(([pattern]) => pattern.test(path))?.[1](sent) ?? [];
}

function listOf(sent: unknown): readonly SentPosition[] {
  const list = member(sent, 'positions');
  return Array.isArray(list) ? list : [];
}

function ofCore({ lat, lon, altitude, gs, created_at }: SentPosition): SentPosition {
  return { lat, lon, altitude_msl: altitude, gs, recorded_at: created_at };
}

function ofSmartcars(sent: unknown): SentPosition {
  const of = (name: string) => member(sent, name);
  const [altitude_msl, gs, phase] = [of('altitude'), of('groundSpeed'), of('phase')];
  return { lat: Number(of('latitude')), lon: Number(of('longitude')), altitude_msl, gs, phase };
}

import { perWorld } from '../readers/per-world.ts';
import { sentSince } from '../readers/sent-since.ts';
import type { Scene } from '../scene.ts';
import { nameOf } from '../sortie.ts';
import { type Exchange, member } from '../wire.ts';

/** A position as a client wrote it, in the names of the table of fields; what it did not say is absent. */
export type SentPosition = Readonly<Record<string, unknown>> & { readonly lat: number; readonly lon: number };

const known = perWorld<Map<string, SentPosition[]>>(() => new Map());

const fresh = sentSince();

/** Keeps what was sent since: only the newest requests of a world can be read again. */
export function noteSent(world: Scene): void {
  for (const exchange of fresh(world)) for (const position of positionsIn(exchange)) keep(known(world), position);
}

/** Each way in which this position was sent: a client whose clock was wrong dates it anew. */
export function sentAs(world: Scene, marker: { readonly lat: number; readonly lon: number }): readonly SentPosition[] {
  return known(world).get(nameOf(marker)) ?? [];
}

function keep(byName: Map<string, SentPosition[]>, position: SentPosition): void {
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

/** Phases as phpVMS 7 spells them, of those that pilots of this world report. */
const phaseOfStatus: Readonly<Record<string, string>> = {
  BST: 'boarding',
  TXI: 'taxi',
  ICL: 'climb',
  ENR: 'cruise',
  DSC: 'descent',
  LAN: 'landed',
  ARR: 'arrived',
};

/** Written down apart from the code that is judged: what phpVMS 7's own API calls as we do. */
const likeOurs = [
  ...['altitude_agl', 'gs', 'ias', 'vs', 'fuel', 'fuel_flow', 'transponder', 'autopilot', 'on_ground'],
  ...['g_force', 'pitch', 'bank', 'sim_time', 'heading_mag', 'flaps', 'gear_up', 'throttle_pct', 'eng_n1_avg_pct'],
  ...['spoilers_pct', 'nav_lights', 'beacon_lights', 'strobe_lights', 'landing_lights', 'taxi_lights', 'logo_lights'],
  ...['wing_lights', 'stall_warning', 'overspeed_warning'],
];

/** It may count headings to the left of north. */
function ofCore(sent: SentPosition): SentPosition {
  const { lat, lon, heading, altitude, altitude_msl, status, created_at } = sent;
  return {
    ...Object.fromEntries(likeOurs.map((name) => [name, sent[name]])),
    lat,
    lon,
    heading: typeof heading === 'number' && heading < 0 ? heading + 360 : heading,
    altitude_msl: altitude_msl ?? altitude,
    phase: phaseOfStatus[String(status)],
    recorded_at: created_at,
  };
}

function ofSmartcars(sent: unknown): SentPosition {
  const of = (name: string) => member(sent, name);
  const [altitude_msl, gs, phase, heading] = [of('altitude'), of('groundSpeed'), of('phase'), of('heading')];
  return { lat: Number(of('latitude')), lon: Number(of('longitude')), altitude_msl, gs, phase, heading };
}

import { perWorld } from '../readers/per-world.ts';
import { sentSince } from '../readers/sent-since.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member } from '../wire.ts';
import { nothingSaid } from './flown.ts';
import type { SaidFigures } from './plain-figures.ts';

/** Figures that a client sent with its finish, and what it named. */
export interface SentFinish {
  readonly pilotId: string;
  /** Everything by which it may have named the flight. */
  readonly names: readonly string[];
  readonly figures: SaidFigures;
  /** When it was first sent. */
  readonly sentAt: number;
}

const known = perWorld<Map<string, SentFinish>>(() => new Map());

const fresh = sentSince();

/** Which member of each contract's finish is which figure, and in which unit it comes. */
type Figures = Readonly<Partial<Record<keyof SaidFigures, (sent: unknown) => unknown>>>;

const plain = (name: string) => (sent: unknown) => member(sent, name);
const instant = (name: string) => (sent: unknown) => {
  const text = member(sent, name);
  return typeof text === 'string' ? Date.parse(text) : null;
};

const own: Figures = {
  distanceNm: plain('distance'),
  flightTimeMin: plain('flight_time'),
  fuelUsedLb: plain('fuel_used'),
  blockFuelLb: plain('block_fuel'),
  landingRateFpm: plain('landing_rate'),
  blockOffAt: instant('block_off_at'),
  takeoffAt: instant('takeoff_at'),
  landingAt: instant('landing_at'),
  blockOnAt: instant('block_on_at'),
};
const hours: Figures = {
  flightTimeMin: (sent) => {
    const given = member(sent, 'flightTime');
    return typeof given === 'number' ? Math.round(given * 60) : null;
  },
  fuelUsedLb: plain('fuelUsed'),
  blockFuelLb: plain('blockFuel'),
  landingRateFpm: plain('landingRate'),
};

const contracts: readonly (readonly [RegExp, Figures])[] = [
  [/^\/(?:api\/tracker\/finish|acars\/submit_log\.php)$/, own],
  [/smartcars(?:\.php)?\/flights\/complete$/, hours],
  [
    /\/pireps\/[^/]+\/file$/,
    {
      distanceNm: plain('distance'),
      flightTimeMin: plain('flight_time'),
      fuelUsedLb: plain('fuel_used'),
      blockFuelLb: plain('block_fuel'),
      landingRateFpm: plain('landing_rate'),
    },
  ],
];

/** Keeps each finish that was sent since, whether or not it was answered. */
export function noteFinishes(world: Scene, of: Exchange): void {
  add(world, of);
  for (const exchange of fresh(world)) add(world, exchange);
}

/** Finishes that this pilot's clients sent. */
export function finishesOf(world: Scene, pilotId: string): readonly SentFinish[] {
  return [...known(world).values()].filter((each) => each.pilotId === pilotId);
}

function add(world: Scene, { client, request: { path, body }, sent, sentAt }: Exchange): void {
  const bare = path.replace(/\?.*$/, '');
  const [, figures] = contracts.find(([pattern]) => pattern.test(bare)) ?? [];
  if (figures === undefined) return;
  const pilotId = world.pilotIdOf(client);
  const entries = Object.entries(figures).map(([name, read]) => [name, read(sent) ?? null]);
  const inPath = /\/pireps\/([^/]+)\/file$/.exec(bare)?.[1];
  const named = ['flight_id', 'pirep_id', 'bid_id', 'bidID'].map((name) => member(sent, name));
  const names = [inPath, ...named].flatMap((name) => (name === undefined || name === null ? [] : [String(name)]));
  const key = `${pilotId} ${bare} ${body}`;
  known(world).set(key, {
    pilotId,
    names,
    figures: { ...nothingSaid, ...Object.fromEntries(entries) },
    sentAt: Math.min(sentAt, known(world).get(key)?.sentAt ?? sentAt),
  });
}

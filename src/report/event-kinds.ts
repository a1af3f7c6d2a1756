/**
 * The kinds of flight events that mean something to the server, as one table. The vocabulary is open: any other kind is
 * stored and shown as it is.
 */
export interface EventKind {
  readonly kind: string;
  readonly meaning: string;
  /** Other ways to write it, in lower case with hyphens. */
  readonly spellings?: readonly string[];
  /** It has a part in the figures of the flight (`tracking/fold.ts`); any other kind is a line of the log. */
  readonly isFigure?: true;
}

export const eventKinds = [
  {
    kind: 'block-off',
    meaning: 'Left the stand. Overrules what positions suggest.',
    spellings: ['blockoff', 'blocks-off'],
    isFigure: true,
  },
  { kind: 'takeoff', meaning: 'Left the ground.', spellings: ['take-off'], isFigure: true },
  {
    kind: 'landing',
    meaning: 'Touched down. `data.landing_rate` (feet per minute) overrules what positions suggest.',
    spellings: ['touchdown'],
    isFigure: true,
  },
  { kind: 'block-on', meaning: 'Parked.', spellings: ['blockon', 'blocks-on'], isFigure: true },
  {
    kind: 'pause',
    meaning: 'The simulator stands still: time until `resume` is not flight time.',
    isFigure: true,
  },
  { kind: 'resume', meaning: 'It goes on.', isFigure: true },
  { kind: 'engine-start', meaning: 'An engine runs.' },
  { kind: 'engine-stop', meaning: 'An engine stopped.' },
  { kind: 'gear', meaning: 'Gear up or down.' },
  { kind: 'flaps', meaning: 'Flaps moved.' },
  { kind: 'overspeed', meaning: 'Too fast.' },
  { kind: 'stall', meaning: 'Too slow.' },
  { kind: 'note', meaning: 'A line for the log.' },
] as const satisfies readonly EventKind[];

/** A kind that has a part in the figures of the flight. */
export type FigureKind = Extract<(typeof eventKinds)[number], { readonly isFigure: true }>['kind'];

const spellings = new Map(
  eventKinds.flatMap((each: EventKind) => (each.spellings ?? []).map((spelling) => [spelling, each.kind])),
);

/** `Takeoff `, `block_off` and `Block off` are the kinds `takeoff` and `block-off`. */
export function readEventKind(text: string): string {
  const kind = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return spellings.get(kind) ?? kind;
}

/** The table in one sentence each, for the pages of the contracts. */
export function describeEventKinds(): string {
  return eventKinds.map(({ kind, meaning }) => `\`${kind}\`: ${meaning}`).join(' ');
}

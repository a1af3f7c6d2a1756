/**
 * The kinds of flight events that the server interprets. The vocabulary is open: any other kind is
 * stored and shown unchanged.
 */
export interface EventKind {
  readonly kind: string;
  readonly meaning: string;
  /** Other spellings, in lower case with hyphens. */
  readonly spellings?: readonly string[];
  /** Whether it affects the figures of the flight (`tracking/figures/fold.ts`); all other kinds only appear in the log. */
  readonly isFigure?: true;
}

export const eventKinds = [
  {
    kind: 'block-off',
    meaning: 'Left the stand. Takes precedence over the time derived from positions.',
    spellings: ['blockoff', 'blocks-off'],
    isFigure: true,
  },
  { kind: 'takeoff', meaning: 'Left the ground.', spellings: ['take-off'], isFigure: true },
  {
    kind: 'landing',
    meaning:
      'Touched down. `data.landing_rate` (feet per minute) takes precedence over the value derived from positions.',
    spellings: ['touchdown'],
    isFigure: true,
  },
  { kind: 'block-on', meaning: 'Parked.', spellings: ['blockon', 'blocks-on'], isFigure: true },
  {
    kind: 'pause',
    meaning: 'The simulator was paused. The time until `resume` does not count as flight time.',
    isFigure: true,
  },
  { kind: 'resume', meaning: 'The simulator was resumed.', isFigure: true },
  { kind: 'engine-start', meaning: 'An engine was started.' },
  { kind: 'engine-stop', meaning: 'An engine was stopped.' },
  { kind: 'gear', meaning: 'The gear was raised or lowered.' },
  { kind: 'flaps', meaning: 'The flaps were moved.' },
  { kind: 'overspeed', meaning: 'Overspeed warning.' },
  { kind: 'stall', meaning: 'Stall warning.' },
  {
    kind: 'emergency',
    meaning: 'An emergency was declared. Rules of the airline may make exceptions for it.',
    spellings: ['mayday', 'emergency-declared'],
  },
  { kind: 'crash', meaning: 'The aircraft crashed.', spellings: ['crashed'] },
  { kind: 'note', meaning: 'Text for the log.' },
  { kind: 'checkpoint', meaning: 'What the client reads back when it resumes the flight. It is in no log.' },
] as const satisfies readonly EventKind[];

/** A kind that affects the figures of the flight. */
export type FigureKind = Extract<(typeof eventKinds)[number], { readonly isFigure: true }>['kind'];

/** Whether it is for the client that reported it alone. */
export function isForItsClient({ kind }: { readonly kind: string }): boolean {
  return kind === 'checkpoint';
}

const spellings = new Map(
  eventKinds.flatMap((each: EventKind) => (each.spellings ?? []).map((spelling) => [spelling, each.kind])),
);

/** Normalises a kind: `Takeoff ` becomes `takeoff`, `block_off` and `Block off` become `block-off`. */
export function readEventKind(text: string): string {
  const kind = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return spellings.get(kind) ?? kind;
}

/** Describes all kinds in one text, for the documentation of the contracts. */
export function describeEventKinds(): string {
  return eventKinds.map(({ kind, meaning }) => `\`${kind}\`: ${meaning}`).join(' ');
}

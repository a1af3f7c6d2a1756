import type { ChangeKind } from './changes.ts';
import type { Aircraft, Flight, FlightState, FlightSummary, Network, Receipt, ReportedFigures } from './model.ts';

/** Everything that can happen to a flight. `reason` is in words for the pilot. */
export type Transition =
  /** The crew center opened its PIREP. */
  | { readonly kind: 'opened'; readonly pirepId: string | null }
  /** The crew center refused to open it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** After a restart: nobody waits for the start any more. `isOpenAtHost`: its PIREP is there and is to be cancelled. */
  | { readonly kind: 'interrupted'; readonly reason: string; readonly isOpenAtHost: boolean }
  /** A report or a start came after a silence. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'suspended'; readonly lastReportAt: number }
  | { readonly kind: 'finishing'; readonly figures: ReportedFigures }
  /** `isUnsure`: the crew center has it, and did not say that it had finished. */
  | {
      readonly kind: 'filed';
      readonly receipt: Omit<Receipt, 'filedAt'>;
      readonly summary: FlightSummary;
      readonly isUnsure: boolean;
    }
  /** What the crew center left undone of the filed PIREP, for the operator; null: nothing. */
  | { readonly kind: 'checked'; readonly undone: string | null }
  /** Ended without a PIREP; the crew center is asked to cancel its own. */
  | {
      readonly kind: 'ended';
      readonly to: 'cancelled' | 'abandoned';
      readonly reason: string | null;
      readonly summary: FlightSummary;
    }
  /** The crew center has cancelled its PIREP, or has none. */
  | { readonly kind: 'cancel-settled' }
  /** The crew center ended it by itself. */
  | { readonly kind: 'ended-by-host'; readonly reason: string; readonly summary: FlightSummary }
  /** The operator has to look at it. */
  | { readonly kind: 'set-aside'; readonly reason: string }
  | { readonly kind: 'retried' }
  /** Its PIREP was lost and is opened again under another id. */
  | { readonly kind: 'renewing'; readonly pirepId: string | null }
  /** The crew center's PIREP has this id: it was opened again, or was found to be there already. */
  | { readonly kind: 'adopted'; readonly pirepId: string | null }
  /** It was not opened again: the names are those of before. */
  | { readonly kind: 'renewal-refused'; readonly pirepId: string | null; readonly formerPirepIds: readonly string[] }
  | { readonly kind: 'aircraft-changed'; readonly aircraft: Aircraft }
  /** The client said only with a report where it flies. */
  | { readonly kind: 'network-named'; readonly network: Network };

export interface Applied {
  readonly flight: Flight;
  /** Null: nobody outside needs to know. */
  readonly change: ChangeKind | null;
}

/**
 * The only function that changes a flight: the document after this transition. An intent that the crew center has to be
 * asked about is in the document, so that it is written down with it.
 * @param at when it happens, in milliseconds since the epoch
 * @throws Error when the transition is not possible in the flight's state: that is a bug
 */
export function apply(flight: Flight, transition: Transition, at: number): Applied {
  if (!possible[transition.kind].includes(flight.state))
    throw new Error(`a flight that is ${flight.state} cannot be ${transition.kind}`);
  const { document, change } = outcome(flight, transition, at);
  return { flight: { ...flight, ...document }, change };
}

const underWay: readonly FlightState[] = ['open', 'suspended'];
const every: readonly FlightState[] = ['starting', 'open', 'suspended', 'filing', 'filed', 'cancelled', 'abandoned'];

/** The states in which each transition is possible. */
const possible: Readonly<Record<Transition['kind'], readonly FlightState[]>> = {
  opened: ['starting'],
  refused: ['starting'],
  interrupted: ['starting'],
  resumed: ['open', 'suspended'],
  suspended: ['open', 'suspended'],
  finishing: underWay,
  filed: ['filing'],
  checked: ['filed'],
  ended: ['starting', 'open', 'suspended', 'filing'],
  'cancel-settled': ['cancelled', 'abandoned'],
  'ended-by-host': ['open', 'suspended', 'filing'],
  'set-aside': every,
  retried: every,
  renewing: ['open', 'suspended', 'filing'],
  adopted: every,
  'renewal-refused': every,
  'aircraft-changed': underWay,
  'network-named': underWay,
};

interface Outcome {
  readonly document: Partial<Flight>;
  readonly change: ChangeKind | null;
}

function outcome(flight: Flight, transition: Transition, at: number): Outcome {
  switch (transition.kind) {
    case 'opened':
      return { document: { state: 'open', intent: null, pirepId: transition.pirepId }, change: 'started' };
    case 'refused':
      return {
        document: { state: 'abandoned', intent: null, endedAt: at, reason: transition.reason },
        change: 'refused',
      };
    case 'interrupted':
      return { document: interrupted(transition, at), change: 'abandoned' };
    case 'resumed':
      return { document: { state: 'open' }, change: 'resumed' };
    case 'suspended':
      return { document: { state: 'suspended', lastReportAt: transition.lastReportAt }, change: 'suspended' };
    case 'finishing':
      return {
        document: { state: 'filing', intent: { kind: 'finish', at, figures: transition.figures, attempts: 0 } },
        change: 'filing',
      };
    case 'filed':
    case 'ended':
    case 'ended-by-host':
    case 'cancel-settled':
      return atEnd(transition, at);
    case 'checked':
      return checked(flight, transition.undone);
    case 'set-aside':
      return { document: { setAside: transition.reason }, change: 'set-aside' };
    case 'retried':
      return { document: { setAside: null }, change: 'retried' };
    case 'aircraft-changed':
      return { document: { aircraft: transition.aircraft }, change: 'aircraft-changed' };
    case 'network-named':
      return { document: { network: transition.network }, change: null };
    default:
      return renamed(flight, transition);
  }
}

function interrupted({ reason, isOpenAtHost }: Transition & { kind: 'interrupted' }, at: number): Partial<Flight> {
  return {
    state: 'abandoned',
    intent: isOpenAtHost ? { kind: 'cancel', at, reason: null, to: 'abandoned' } : null,
    endedAt: at,
    reason,
  };
}

/** When the operator tries again, the crew center repeats what is safe. */
function checked({ intent }: Flight, undone: string | null): Outcome {
  if (undone === null || intent?.kind !== 'check') return { document: { intent: null }, change: null };
  return { document: { setAside: undone, intent: { ...intent, repeat: true } }, change: 'set-aside' };
}

type End = Extract<Transition, { readonly kind: 'filed' | 'ended' | 'ended-by-host' | 'cancel-settled' }>;

function atEnd(transition: End, at: number): Outcome {
  switch (transition.kind) {
    case 'filed': {
      const { summary, isUnsure } = transition;
      const receipt = { ...transition.receipt, filedAt: at };
      return {
        document: {
          state: 'filed',
          intent: isUnsure ? { kind: 'check', at, repeat: false } : null,
          ...{ pirepId: receipt.pirepId, endedAt: at, receipt, summary },
        },
        change: 'filed',
      };
    }
    case 'ended': {
      const { to, reason, summary } = transition;
      return {
        document: { state: to, intent: { kind: 'cancel', at, reason, to }, endedAt: at, reason, summary },
        change: to,
      };
    }
    case 'ended-by-host': {
      const { reason, summary } = transition;
      return { document: { state: 'cancelled', intent: null, endedAt: at, reason, summary }, change: 'cancelled' };
    }
    case 'cancel-settled':
      return { document: { intent: null }, change: null };
  }
}

type Renaming = Extract<Transition, { readonly kind: 'renewing' | 'adopted' | 'renewal-refused' }>;

/** The id of its PIREP changes; the old one stays a name of the flight. */
function renamed({ pirepId, formerPirepIds }: Flight, transition: Renaming): Outcome {
  if (transition.kind === 'renewing') {
    const former = pirepId === null ? formerPirepIds : [...formerPirepIds, pirepId];
    return { document: { pirepId: transition.pirepId, formerPirepIds: former }, change: 'renewed' };
  }
  if (transition.kind === 'adopted') return { document: { pirepId: transition.pirepId }, change: null };
  return { document: { pirepId: transition.pirepId, formerPirepIds: transition.formerPirepIds }, change: null };
}

/** Nothing is left to ask of the crew center. */
export function isOver({ state, intent }: Flight): boolean {
  return intent === null && (state === 'filed' || state === 'cancelled' || state === 'abandoned');
}

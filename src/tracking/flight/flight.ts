import { addFigures } from '../figures/early-figures.ts';
import { type Correction, correctableFigures, type Flight, type FlightState, type Judgement } from '../model.ts';
import { withAircraft } from './aircraft-outcome.ts';
import type { ChangeKind } from './changes.ts';
import type { Outcome, Transition } from './transition.ts';

export interface Applied {
  readonly flight: Flight;
  /** Null when listeners are not notified. */
  readonly change: ChangeKind | null;
}

/**
 * The only function that changes a flight: returns the document after this transition. An intent for the crew center is
 * part of the document, so that both are stored together.
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
  'took-off': underWay,
  landed: underWay,
  finishing: underWay,
  judged: ['filing'],
  'judged-again': ['filed'],
  corrected: ['filed'],
  filed: ['filing'],
  checked: ['filed'],
  ended: ['starting', 'open', 'suspended'],
  'cancel-settled': ['cancelled', 'abandoned'],
  'ended-by-host': ['open', 'suspended', 'filing'],
  'set-aside': every,
  retried: every,
  renewing: ['open', 'suspended', 'filing'],
  adopted: every,
  'renewal-refused': every,
  'aircraft-changed': underWay,
  'network-named': underWay,
  'network-read': underWay,
  described: ['open', 'suspended', 'filing'],
  'aircraft-delivered': ['open', 'suspended', 'filing'],
  'aircraft-refused': ['open', 'suspended', 'filing'],
};

function outcome(flight: Flight, transition: Transition, at: number): Outcome {
  if (isWords(transition)) return { document: withWords(flight, transition), change: null };
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
    case 'took-off':
    case 'landed':
      return inAir(flight, transition);
    case 'finishing':
      return finishing(transition, at);
    case 'judged':
      return judged(flight, transition.judgement);
    case 'judged-again':
      return judgedAgain(flight, transition);
    case 'corrected':
      return corrected(flight, transition.correction);
    case 'filed':
    case 'ended':
    case 'ended-by-host':
    case 'cancel-settled':
      return atEnd(transition, at);
    case 'checked':
      return checked(flight, transition.undone);
    case 'set-aside':
    case 'retried':
      return { document: { setAside: 'reason' in transition ? transition.reason : null }, change: transition.kind };
    case 'aircraft-changed':
    case 'aircraft-delivered':
    case 'aircraft-refused':
      return withAircraft(flight, transition);
    default:
      return renamed(flight, transition);
  }
}

function finishing({ figures, rules }: Transition & { kind: 'finishing' }, at: number): Outcome {
  const intent = { kind: 'finish', at, figures, attempts: 0, ...(rules === null ? {} : { rules }) } as const;
  return { document: { state: 'filing', intent }, change: 'filing' };
}

function judged({ intent }: Flight, judgement: Judgement): Outcome {
  return { document: intent?.kind === 'finish' ? { intent: { ...intent, judgement } } : {}, change: null };
}

function judgedAgain({ receipt }: Flight, { pirep, pirepState }: Transition & { kind: 'judged-again' }): Outcome {
  return { document: { receipt: receipt && { ...receipt, pirep, pirepState } }, change: null };
}

function corrected({ receipt }: Flight, correction: Correction): Outcome {
  if (receipt === null) return { document: {}, change: null };
  const { pirep, corrections = [] } = receipt;
  const names = correctableFigures.filter((figure) => figure in correction.figures);
  const before = Object.fromEntries(names.map((figure) => [figure, pirep[figure]]));
  // What staff entered is no estimate.
  const known = names.filter((figure) => correction.figures[figure] !== null);
  const basis = { ...pirep.basis, ...Object.fromEntries(known.map((figure) => [figure, 'reported' as const])) };
  for (const figure of names) if (!known.includes(figure)) delete basis[figure];
  return {
    document: {
      receipt: {
        ...receipt,
        pirep: { ...pirep, ...correction.figures, basis },
        corrections: [...corrections, { ...correction, before }],
      },
    },
    change: 'corrected',
  };
}

type AirChange = Extract<Transition, { readonly kind: 'took-off' | 'landed' }>;

function inAir({ air }: Flight, transition: AirChange): Outcome {
  const document =
    transition.kind === 'took-off'
      ? { air: { takeoffAt: transition.takeoffAt, landing: null } }
      : { air: air && { ...air, landing: transition.landing } };
  return { document, change: transition.kind };
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
          pirepId: receipt.pirepId,
          endedAt: at,
          receipt,
          summary,
          pendingAircraft: null,
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

type Words = Extract<Transition, { readonly kind: 'network-named' | 'network-read' | 'described' }>;

function isWords(transition: Transition): transition is Words {
  const { kind } = transition;
  return kind === 'network-named' || kind === 'network-read' || kind === 'described';
}

function withWords({ said, intent, onNetworks = [] }: Flight, transition: Words): Partial<Flight> {
  if (transition.kind === 'network-named') return { network: transition.network };
  if (transition.kind === 'network-read') {
    const { track } = transition;
    return { onNetworks: [...onNetworks.filter(({ network }) => network !== track.network), track] };
  }
  const all = addFigures(said, transition.said);
  if (intent?.kind !== 'finish') return { said: all };
  // It is being filed: only custom fields are still taken.
  const fields = { ...intent.figures.fields, ...transition.said.fields };
  return { said: all, intent: { ...intent, figures: { ...intent.figures, fields } } };
}

type Renaming = Extract<Transition, { readonly kind: 'renewing' | 'adopted' | 'renewal-refused' }>;

/** The id of its PIREP changes; the old id remains a name of the flight. */
function renamed({ pirepId, formerPirepIds }: Flight, transition: Renaming): Outcome {
  if (transition.kind === 'renewing') {
    const former = pirepId === null ? formerPirepIds : [...formerPirepIds, pirepId];
    return { document: { pirepId: transition.pirepId, formerPirepIds: former }, change: 'renewed' };
  }
  if (transition.kind === 'adopted') return { document: { pirepId: transition.pirepId }, change: null };
  return { document: { pirepId: transition.pirepId, formerPirepIds: transition.formerPirepIds }, change: null };
}

/** Whether the flight has ended and nothing is left to do at the crew center. */
export function isOver({ state, intent }: Flight): boolean {
  return intent === null && (state === 'filed' || state === 'cancelled' || state === 'abandoned');
}

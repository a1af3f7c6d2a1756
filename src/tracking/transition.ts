import type { Aircraft, FlightSummary, Network, Receipt, ReportedFigures } from './model.ts';

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
  /** The pilot chose another one. */
  | { readonly kind: 'aircraft-changed'; readonly aircraft: Aircraft }
  /** The crew center knows that it is this one. */
  | { readonly kind: 'aircraft-delivered'; readonly aircraft: Aircraft | null }
  /** The crew center does not take this one: the flight has the one of before again. */
  | { readonly kind: 'aircraft-refused'; readonly aircraft: Aircraft | null }
  /** The client said only with a report where it flies. */
  | { readonly kind: 'network-named'; readonly network: Network };

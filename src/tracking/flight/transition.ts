import type {
  Aircraft,
  Correction,
  EarlyFigures,
  Flight,
  FlightSummary,
  Judgement,
  Landing,
  Network,
  NetworkTrack,
  Pirep,
  Receipt,
  ReportedFigures,
} from '../model.ts';
import type { ChangeKind } from './changes.ts';

/** Everything that can happen to a flight. `reason` is a sentence for the pilot. */
export type Transition =
  /** The crew center opened its PIREP. */
  | { readonly kind: 'opened'; readonly pirepId: string | null }
  /** The crew center refused to open it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** After a restart: no client waits for the start any more. `isOpenAtHost`: its PIREP exists there and has to be cancelled. */
  | { readonly kind: 'interrupted'; readonly reason: string; readonly isOpenAtHost: boolean }
  /** The reports show that it flies, or that it is on the ground again. */
  | { readonly kind: 'took-off'; readonly takeoffAt: number }
  | { readonly kind: 'landed'; readonly landing: Landing }
  /** A report or a start arrived after a silence. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'suspended'; readonly lastReportAt: number }
  /** `rules`: number of the rule set in force; null when none is. */
  | { readonly kind: 'finishing'; readonly figures: ReportedFigures; readonly rules: number | null }
  /** The rules have judged it, once for all tries to file it. */
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  /** Staff had a filed flight judged again. `pirepState`: that of its PIREP afterwards. */
  | { readonly kind: 'judged-again'; readonly pirep: Pirep; readonly pirepState: string }
  /** Staff corrected figures of its PIREP. */
  | { readonly kind: 'corrected'; readonly correction: Correction }
  /** `isUnsure`: the crew center has it, but did not confirm that filing was completed. */
  | {
      readonly kind: 'filed';
      readonly receipt: Omit<Receipt, 'filedAt'>;
      readonly summary: FlightSummary;
      readonly isUnsure: boolean;
    }
  /** What the crew center did not complete for the filed PIREP, for the operator; null when complete. */
  | { readonly kind: 'checked'; readonly undone: string | null }
  /** Ended without filing; its PIREP at the crew center has to be cancelled. */
  | {
      readonly kind: 'ended';
      readonly to: 'cancelled' | 'abandoned';
      readonly reason: string | null;
      readonly summary: FlightSummary;
    }
  /** The crew center has cancelled its PIREP, or has none. */
  | { readonly kind: 'cancel-settled' }
  /** The crew center ended it. */
  | { readonly kind: 'ended-by-host'; readonly reason: string; readonly summary: FlightSummary }
  /** It needs the operator's attention. */
  | { readonly kind: 'set-aside'; readonly reason: string }
  | { readonly kind: 'retried' }
  /** Its PIREP was lost and is opened again with another id. */
  | { readonly kind: 'renewing'; readonly pirepId: string | null }
  /** The crew center's PIREP has this id: it was opened again, or already existed. */
  | { readonly kind: 'adopted'; readonly pirepId: string | null }
  /** It was not opened again: the previous ids are restored. */
  | { readonly kind: 'renewal-refused'; readonly pirepId: string | null; readonly formerPirepIds: readonly string[] }
  /** The pilot chose another one. */
  | { readonly kind: 'aircraft-changed'; readonly aircraft: Aircraft }
  /** The change to this aircraft was delivered to the crew center. */
  | { readonly kind: 'aircraft-delivered'; readonly aircraft: Aircraft | null }
  /** The crew center refused this aircraft: the flight has the previous one again. */
  | { readonly kind: 'aircraft-refused'; readonly aircraft: Aircraft | null }
  /** The client said something of the PIREP before it is finished. */
  | { readonly kind: 'described'; readonly said: EarlyFigures }
  /** The client sent the network with a report instead of the start. */
  | { readonly kind: 'network-named'; readonly network: Network }
  /** The feed of its network was read: what it showed so far. */
  | { readonly kind: 'network-read'; readonly track: NetworkTrack };

/** What a transition changes in the document, and what listeners receive; null when they are not notified. */
export interface Outcome {
  readonly document: Partial<Flight>;
  readonly change: ChangeKind | null;
}

import type { Flight } from '../model.ts';
import type { ChangeKind } from './changes.ts';

/** What a transition changes in the document, and what listeners receive; null when they are not notified. */
export interface Outcome {
  readonly document: Partial<Flight>;
  readonly change: ChangeKind | null;
}

import type { Session } from '../../tracking/calls.ts';
import type { PirepDetail } from '../../tracking/desk-model.ts';
import type { Flight } from '../../tracking/model.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import type { Visitor } from '../visitor/visitor.ts';
import { refusedText } from './refused.ts';

/** What staff and pilot wrote on a PIREP, as the crew center has it. */
export interface Conversation {
  /** The PIREP's state there; null where it is not known. */
  readonly state: PirepDetail['state'] | null;
  readonly comments: PirepDetail['comments'];
  /** Whether the crew center takes an answer of the pilot. */
  readonly canAnswer: boolean;
  /** Why it could not be read, in the visitor's language. */
  readonly problem: string | null;
}

const none: Conversation = { state: null, comments: [], canAnswer: false, problem: null };

/** Returns what the crew center has of this flight's PIREP; of one that was never filed, nothing. */
export async function readConversation(
  { tracking }: Pick<WebParts, 'tracking'>,
  session: Session,
  { pirepId, receipt }: Flight,
  visitor: Visitor,
): Promise<Conversation> {
  if (pirepId === null || receipt === null) return none;
  const { desk } = tracking.calls;
  if (!desk.offers('readPirep')) return none;
  try {
    const pirep = await desk.readPirep(session, pirepId);
    if (pirep === null) return none;
    return { state: pirep.state, comments: pirep.comments, canAnswer: takesAnswers(desk, session), problem: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...none, problem: refusedText(error, visitor).text };
  }
}

function takesAnswers(desk: WebParts['tracking']['calls']['desk'], session: Session): boolean {
  try {
    desk.papers(session);
    return true;
  } catch (error) {
    if (!isRefusal(error, 'not-offered')) throw error;
    return false;
  }
}

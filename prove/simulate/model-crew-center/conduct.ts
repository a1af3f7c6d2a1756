import { namesWith } from '../../../src/lib/table.ts';
import type { Capabilities } from '../../../src/platform/port.ts';
import { portTable } from '../../../src/platform/port-table.ts';

/** What becomes of a call to the crew center. */
export type Fate =
  | 'well'
  /** It fails before anything was done. */
  | 'down'
  /** It is done, and its answer is lost. */
  | 'lost'
  /** It is done twice, one time after the other. */
  | 'twice'
  /** It is refused for good. */
  | 'refused'
  /** It is done, and what comes back is nothing that anybody can read. */
  | 'garbled'
  /** Filing ends between its first and its last step; any other call is lost. */
  | 'torn';

/** Calls that a crew center may refuse for good: those that change something there. `checkFiled` repeats what it took before. */
const refusable = new Set<string>(namesWith(portTable, 'does', 'writes').filter((call) => call !== 'checkFiled'));

/** A crew center that has no PIREP at the start has nothing to refuse there. */
export const mayRefuse = (call: string, { pirepAtStart }: Capabilities): boolean =>
  refusable.has(call) && (pirepAtStart || call !== 'openPirep');

/** What an adapter throws that cannot make anything of an answer: no refusal. */
export class Unreadable extends Error {
  constructor() {
    super('the answer of the crew center is not readable');
  }
}

/** What becomes of a call, after "the crew center". */
export const inWords: Readonly<Record<Exclude<Fate, 'well'>, (call: string) => string>> = {
  down: (call) => `does not answer to ${call}`,
  lost: (call) => `does ${call}, and its answer is lost`,
  twice: (call) => `does ${call} twice`,
  refused: (call) => `says no to ${call}`,
  garbled: (call) => `does ${call}, and answers with nothing that can be read`,
  torn: (call) => `breaks off in the middle of ${call}`,
};

export interface Course {
  readonly fate: Fate;
  /** How long until it is done, and until its answer is there, in milliseconds. What is under way happens also when the server dies. */
  readonly workMs: number;
  readonly answerMs: number;
}

/** How the crew center behaves; changed by the simulation. */
export interface Conduct {
  /** @param call - the method of the port */
  courseOf(call: string): Course;
}

export const goodConduct: Conduct = { courseOf: () => ({ fate: 'well', workMs: 1, answerMs: 1 }) };

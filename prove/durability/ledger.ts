/** What one flight's client sent and what was acknowledged to it, over all rounds. Its positions are 1, 2, 3 … */
export interface Sent {
  readonly token: string;
  /** Positions up to this one were acknowledged. */
  acknowledged: number;
  /** The request that waits for an answer, or was waiting when the server was killed: it is sent again first. */
  waiting: string | null;
  /** Positions that were sent again to a server started since, which may hold them twice where reports have no numbers. */
  readonly again: Set<number>;
}

export interface Findings {
  readonly acknowledged: number;
  readonly lost: number;
  readonly twice: number;
  /** Stored, but the server was killed before its answer arrived. */
  readonly unheard: number;
}

/**
 * @param stored - the numbers of the positions in the journal, by flight, in the order of `sent`
 * @param isNumbered - whether reports say which one they are: else one that a client sends again to the next server is a new one
 */
export function compare(sent: readonly Sent[], stored: readonly (readonly number[])[], isNumbered: boolean): Findings {
  let [acknowledged, lost, twice, unheard] = [0, 0, 0, 0];
  sent.forEach((flight, index) => {
    const seqs = stored[index] ?? [];
    const distinct = new Set(seqs);
    acknowledged += flight.acknowledged;
    twice += seqs.length - distinct.size;
    if (!isNumbered) twice -= [...flight.again].filter((seq) => seqs.indexOf(seq) !== seqs.lastIndexOf(seq)).length;
    for (let seq = 1; seq <= flight.acknowledged; seq++) if (!distinct.has(seq)) lost += 1;
    for (const seq of distinct) if (seq > flight.acknowledged) unheard += 1;
  });
  return { acknowledged, lost, twice, unheard };
}

import type { PirepPapers } from '../../../src/platform/papers.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import type { ModelHost, StoredPirep } from './host.ts';
import type { Line } from './line.ts';

/** What pilots write on their PIREPs beside filing them. */
export function modelPapers(host: ModelHost, line: Line): PirepPapers {
  const own = (pilotId: string, pirepId: string): StoredPirep => {
    const pirep = host.pireps.get(pirepId);
    if (pirep !== undefined && pirep.pilotId === pilotId) return pirep;
    throw new Refusal('flight-not-found', { message: 'You have no such PIREP.' });
  };
  return {
    comment: (pilotId, pirepId, text) =>
      line.ask('comment', () => {
        const comment = { id: String(host.nextNumber()), at: host.clock.now(), text };
        const pirep = own(pilotId, pirepId);
        pirep.comments.push(comment);
        pirep.text += JSON.stringify(comment.text);
        return comment;
      }),
    listComments: (pilotId, pirepId) => line.ask('listComments', () => [...own(pilotId, pirepId).comments]),
    replaceRoute: (pilotId, pirepId, fixes) =>
      line.ask('replaceRoute', () => {
        own(pilotId, pirepId).route = fixes.toSorted((a, b) => a.order - b.order);
      }),
    addFields: (pilotId, pirepId, fields) =>
      line.ask('addFields', () => {
        const pirep = own(pilotId, pirepId);
        for (const [name, value] of Object.entries(fields)) pirep.fields.set(name, value);
      }),
    listFields: (pilotId, pirepId) => line.ask('listFields', () => Object.fromEntries(own(pilotId, pirepId).fields)),
    listRoute: (pilotId, pirepId) => line.ask('listRoute', () => own(pilotId, pirepId).route),
  };
}

import type { Platform } from '../../../src/platform/port.ts';
import { type Liar, liar } from './liar.ts';

type PirepPapers = NonNullable<Platform['papers']>;

/** With the honest one's other papers. */
function papers(honest: Platform, different: (own: PirepPapers) => Partial<PirepPapers>): Partial<Platform> {
  const own = honest.papers;
  return own === undefined ? {} : { papers: { ...own, ...different(own) } };
}

export const paperLiars: readonly Liar[] = [
  liar('takes the comment of any pilot', 'papers: a comment', (honest, { fixtures: { first } }) =>
    papers(honest, (own) => ({ comment: (_pilotId, ...rest) => own.comment(first.id, ...rest) })),
  ),
  liar('loses the fields that are there', 'papers: custom fields', (honest) =>
    papers(honest, (own) => {
      const last = new Map<string, Readonly<Record<string, string>>>();
      return {
        async addFields(pilotId, pirepId, fields) {
          await own.addFields(pilotId, pirepId, fields);
          last.set(pirepId, fields);
        },
        listFields: async (pilotId, pirepId) => last.get(pirepId) ?? own.listFields(pilotId, pirepId),
      };
    }),
  ),
  liar('remembers a comment and does not store it', 'papers: a comment', (honest) => {
    const said: { id: string; at: null; text: string }[] = [];
    return papers(honest, () => ({
      comment: async (_pilotId, _pirepId, text) => {
        const comment = { id: String(said.length), at: null, text };
        said.push(comment);
        return comment;
      },
      listComments: async () => said,
    }));
  }),
  liar('adds to the route in the place of replacing it', 'papers: the route', (honest) =>
    papers(honest, (own) => ({
      replaceRoute: async (pilotId, pirepId, fixes) =>
        own.replaceRoute(pilotId, pirepId, [...(await own.listRoute(pilotId, pirepId)), ...fixes]),
    })),
  ),
];

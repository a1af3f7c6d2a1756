import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { byGetAndPost, noParams, reading } from '../../params.ts';
import type { Flavour } from '../flavour.ts';
import { encodePirep, pirepRowSchema } from '../pirep-row.ts';

export function latest(flavour: Flavour): readonly SessionRoute[] {
  return byGetAndPost(noParams, {
    ...reading,
    path: '/pireps/latest',
    summary: 'The PIREP that was filed last',
    description: 'An empty list for a pilot without one.',
    answers: { 200: Type.Union([pirepRowSchema, Type.Array(Type.Never())]) },
    async handle({ desk }, session) {
      const pirep = await desk.latestPirep(session);
      return { status: 200, body: pirep === null ? [] : encodePirep(flavour, pirep) };
    },
  });
}

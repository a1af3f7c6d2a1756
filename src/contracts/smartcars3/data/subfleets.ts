import { Type } from 'typebox';
import { wireId } from '../../client-rows.ts';
import type { SessionRoute } from '../../contract.ts';
import { reading } from '../../params.ts';

export const subfleets: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/data/subfleets',
  summary: 'The kinds of aircraft',
  description: 'The subfleets of the fleet. phpVMS 7 only; empty where the crew center has none.',
  body: null,
  query: null,
  answers: {
    200: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'Id of the subfleet' }),
          type: Type.String({ description: 'Its short name' }),
          name: Type.String({ description: 'Its name' }),
        },
        { title: 'Subfleet' },
      ),
    ),
  },
  async handle({ desk }, session) {
    const fleet = await desk.listFleet(session);
    const byId = new Map(fleet.flatMap(({ subfleet }) => (subfleet === null ? [] : [[subfleet.id, subfleet]])));
    return { status: 200, body: [...byId.values()].map(({ id, type, name }) => ({ id: wireId(id), type, name })) };
  },
};

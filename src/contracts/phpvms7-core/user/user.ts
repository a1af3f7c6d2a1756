import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { nullable } from '../../fields.ts';
import { dataSchema, reading } from '../face.ts';

export const userSchema = Type.Object({
  id: Type.Integer({ description: "The crew center's id of the pilot" }),
  ident: Type.String({ description: 'As shown to people: `VMS0002`' }),
  name: Type.String({ description: 'Name' }),
  flights: Type.Integer({ description: 'Accepted flights' }),
  flight_time: Type.Integer({ description: 'Accepted flight time, minutes' }),
  rank: Type.Object({
    name: Type.String({ description: 'Name of the rank' }),
    image_url: nullable<string>('string', { description: 'Address of its picture' }),
  }),
});

export const user: SessionRoute = {
  ...reading,
  path: '/user',
  summary: 'The pilot whose key it is',
  description: 'Clients start with it to see whether the key is right.',
  answers: { 200: dataSchema(userSchema) },
  async handle({ desk }, session) {
    const { id, ident, name } = session.pilot;
    const { rank } = await desk.profile(session);
    const { flights, flightTimeMin } = await desk.statistics(session);
    const data = { id: Number(id), ident, name, flights, flight_time: flightTimeMin };
    return { status: 200, body: { data: { ...data, rank: { name: rank.name, image_url: rank.imageUrl } } } };
  },
};

import { type Static, Type } from 'typebox';
import type { PilotProfile } from '../../tracking/desk-model.ts';
import type { SessionRoute } from '../contract.ts';
import { nullable } from '../fields.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';
import { success } from './success.ts';

export const profileSchema = Type.Object(
  {
    first_name: Type.String({ description: 'First name' }),
    last_name: Type.String({ description: 'Last name' }),
    email: Type.String({ description: 'E-mail address' }),
    rank: Type.Object(
      {
        name: Type.String({ description: 'Rank' }),
        image_url: nullable<string>('string', { description: 'Its picture' }),
        level: Type.Integer({ description: 'Its place among the ranks; the lowest is 0 or 1' }),
      },
      { title: 'Rank' },
    ),
    avatar_url: nullable<string>('string', { description: 'Picture of the pilot' }),
    airline_id: nullable<string>('string', { description: "The platform's id of the pilot's airline" }),
  },
  { title: 'Profile' },
);

export const profile: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/profile',
  summary: 'The pilot',
  description: 'What the crew center shows pilots of themselves.',
  answers: { 200: Type.Object({ success, profile: profileSchema }) },
  refusals: ['not-found', ...deskRefusals],
  async handle({ desk }, session) {
    return { status: 200, body: { success: true, profile: encodeProfile(await desk.profile(session)) } };
  },
};

function encodeProfile(pilot: PilotProfile): Static<typeof profileSchema> {
  const { name, imageUrl, level } = pilot.rank;
  return {
    first_name: pilot.firstName,
    last_name: pilot.lastName,
    email: pilot.email,
    rank: { name, image_url: imageUrl, level },
    avatar_url: pilot.avatarUrl,
    airline_id: pilot.airlineId,
  };
}

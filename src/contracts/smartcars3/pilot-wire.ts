import { type Static, Type } from 'typebox';
import type { Calls, SessionGrant } from '../../tracking/calls.ts';
import { readProfile, wireId } from '../client-rows.ts';
import { nullable } from '../fields.ts';
import type { Flavour } from './flavour.ts';

/** A pilot with their session, as `login`, `resume` and `verify` return them. */
export const pilotSchema = Type.Object(
  {
    dbID: Type.Integer({ description: "The crew center's id of the pilot" }),
    pilotID: Type.String({ description: 'As shown to people: `VMS0002`' }),
    firstName: Type.String({ description: 'First name' }),
    lastName: Type.String({ description: 'The rest of the name' }),
    email: Type.String({ description: 'E-mail address; empty where the crew center does not say' }),
    rank: Type.String({ description: 'Name of the rank' }),
    rankImage: nullable<string>('string', { description: 'Address of its picture' }),
    rankLevel: Type.Integer({ description: 'Place of the rank among all' }),
    avatar: nullable<string>('string', { description: "Address of the pilot's picture" }),
    session: Type.String({ description: 'The session, for `Authorization: Bearer`' }),
    expiry: Type.Optional(Type.Integer({ description: 'When the session ends, Unix time in seconds; phpVMS 5 only' })),
  },
  { title: 'Pilot' },
);

export async function encodePilot(
  { desk }: Pick<Calls, 'desk'>,
  flavour: Flavour,
  { pilot, token, expiresAt }: SessionGrant,
): Promise<Static<typeof pilotSchema>> {
  const profile = await readProfile(desk, pilot);
  return {
    dbID: wireId(pilot.id),
    pilotID: pilot.ident,
    firstName: profile.firstName,
    lastName: profile.lastName,
    email: profile.email,
    rank: profile.rank.name,
    rankImage: profile.rank.imageUrl,
    rankLevel: profile.rank.level,
    avatar: profile.avatarUrl,
    session: token.reveal(),
    ...(flavour.saysExpiry ? { expiry: Math.floor(expiresAt / 1000) } : {}),
  };
}

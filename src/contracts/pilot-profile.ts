import type { Calls } from '../tracking/calls.ts';
import type { PilotProfile } from '../tracking/desk-model.ts';
import type { Pilot } from '../tracking/model.ts';

/** Returns the pilot's profile; of a crew center that shows none, the name alone. */
export async function readProfile(desk: Calls['desk'], pilot: Pick<Pilot, 'id' | 'name'>): Promise<PilotProfile> {
  if (desk.offers('profile')) return desk.profile({ pilot });
  const [firstName = '', ...rest] = pilot.name.split(' ');
  const rank = { name: '', imageUrl: null, level: 0 };
  return { firstName, lastName: rest.join(' '), email: '', rank, avatarUrl: null, airlineId: null };
}

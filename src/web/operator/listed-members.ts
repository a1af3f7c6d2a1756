import { instant } from '../../lib/lists/list-csv.ts';
import type { Member, StoredMember } from '../access/staff.ts';
import type { WebParts } from '../parts.ts';
import type { OperatorList } from './list-export.ts';

/** A member as the list shows one. */
export interface ListedMember extends Pick<Member, 'id' | 'name' | 'email' | 'roles' | 'createdAt'> {
  readonly state: string;
  readonly hasFactor: boolean;
  readonly hereAt: number | null;
  readonly sessionCount: number;
}

export const members: OperatorList<ListedMember> = {
  path: 'staff',
  words: ({ name, email, roles }) => [name, email, ...roles],
  sorts: {
    name: { title: 'sort.name', by: ({ name }) => name },
    newest: { title: 'sort.newest', by: ({ createdAt }) => createdAt, isDescending: true },
  },
  columns: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    roles: ({ roles }) => roles.join(' '),
    state: ({ state }) => state.replace('staff.', ''),
    second_factor: ({ hasFactor }) => (hasFactor ? 'yes' : 'no'),
    last_here: ({ hereAt }) => instant(hereAt),
    sessions: ({ sessionCount }) => sessionCount,
    created: ({ createdAt }) => instant(createdAt),
  },
};

/** Returns the members of the staff, without what lets them in. */
export function listMembers({ access }: Pick<WebParts, 'access'>): readonly ListedMember[] {
  const { staff, sessions, signIn, factors, visits } = access;
  const open = sessions.list();
  const stateOf = ({ id, host, passwordHash }: StoredMember) => {
    if (host !== null) return 'staff.from-host';
    if (passwordHash !== null) return 'staff.has-password';
    return signIn.invitations.isInvited(id) ? 'staff.invited' : 'staff.invitation-over';
  };
  return staff.members.map((member) => {
    const { id, name, email, roles, createdAt } = member;
    return {
      id,
      name,
      email,
      roles,
      createdAt,
      state: stateOf(member),
      hasFactor: factors.find(id) !== null,
      hereAt: visits.find(id)?.at ?? null,
      sessionCount: open.filter(({ memberId }) => memberId === id).length,
    };
  });
}

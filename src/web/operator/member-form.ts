import { compareSent, type FieldTexts, type SentTexts, sayChanged } from '../../lib/changed-since.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import type { Member, MemberInput } from '../access/staff.ts';
import { sayDetail } from '../visitor/sentences.ts';
import type { Visitor } from '../visitor/visitor.ts';

/** What is wrong with a form that was sent, in sentences; `fields` by the names of its fields. */
export interface RefusedForm {
  readonly problem: string;
  readonly fields: FieldTexts;
}

/** Keys of the names of the fields. */
const labels = { name: 'staff.name', email: 'staff.email', roles: 'staff.roles' } as const;

const joined = (roles: readonly string[]) => roles.toSorted().join(' ');
const split = (text: string) => text.split(' ').filter(Boolean);

/** Returns what the form of a member shows: it is sent with the form, as a colleague may change the member meanwhile. */
export function memberTexts({ name, email, roles }: Pick<Member, 'name' | 'email' | 'roles'>): FieldTexts {
  return { name, email: email ?? '', roles: joined(roles) };
}

/** The same of roles alone. */
export const roleTexts = (roles: readonly string[]): FieldTexts => ({ roles: joined(roles) });

/** Returns what was typed into the form of a member. */
export function typedMember(form: URLSearchParams): MemberInput {
  return { name: form.get('name') ?? '', email: form.get('email') ?? '', roles: form.getAll('role') };
}

/** Returns what was sent, against what the form showed and what is now. */
export function readMember(form: URLSearchParams, now: FieldTexts): SentTexts {
  const { name, email, roles } = typedMember(form);
  return compareSent(form, { name: name.trim(), email: email.trim(), roles: joined(roles) }, now);
}

/** Returns the roles that were sent, against those that the form showed and those of now. */
export const readRoles = (form: URLSearchParams, now: FieldTexts): SentTexts =>
  compareSent(form, roleTexts(form.getAll('role')), now);

/** Returns these texts as what a member is to be. */
export function toInput({ roles, ...texts }: FieldTexts): Partial<MemberInput> {
  return roles === undefined ? texts : { ...texts, roles: split(roles) };
}

/** @throws Refusal `invalid` naming the fields that a colleague has changed since, and what they are now */
export function requireSeen({ overtaken }: SentTexts, now: FieldTexts, { wording }: Visitor): void {
  if (overtaken.length === 0) return;
  const roleNames = (text: string) => split(text).map((role) => wording.say(`rolename.${role}` as 'rolename.owner'));
  const fields = Object.fromEntries(
    overtaken.map((name) => {
      const text = now[name] ?? '';
      const label = labels[name as keyof typeof labels];
      return [name, sayChanged(wording, label, name === 'roles' ? roleNames(text).join(', ') : text)];
    }),
  );
  throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
}

/** Runs the action of a form. Returns what is wrong with it in this reader's words, where that is for its sender to correct. */
export async function attempt({ wording }: Visitor, work: () => Promise<unknown>): Promise<RefusedForm | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!isRefusal(error, 'invalid')) throw error;
    const { message, fields } = sayDetail(wording, error.detail);
    return { problem: message, fields };
  }
}

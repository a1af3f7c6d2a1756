import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/tokens.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { NoteList } from '../note-list.ts';
import type { AuditLine, Records } from '../records.ts';
import { isRole, type Role } from './roles.ts';

/** A member of the staff. `createdAt` in milliseconds since the epoch. */
export interface Member {
  readonly id: string;
  /** Unique among those with a password of ours, whatever its case; who acted, in the audit log. */
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly createdAt: number;
  /** The id that the crew center knows of one who enters from there, without a password of ours; null for the others. */
  readonly host: string | null;
}

/** A member with what nobody is shown. */
export interface StoredMember extends Member {
  /** bcrypt; null until the invitation is used, and for those of the crew center. */
  readonly passwordHash: string | null;
}

/** What an owner enters for a member. */
export interface MemberInput {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/** An administrator of the crew center, as it says. */
export interface HostAdmin {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'staff';
}

const noteName = 'staff';
/** The one password of before there were accounts. */
const formerPasswordNote = 'web-password';
/** Its owner, when it became the password of an account. */
const firstOwner = { id: 'first', name: 'operator' } as const;
const maxMembers = 200;
export const maxNameLength = 60;
const nameShape = /^[\p{L}\p{N}](?:[\p{L}\p{N} .'-]*[\p{L}\p{N}.])?$/u;
const emailShape = /^[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[^\s@<>"',;:]+$/;
const maxEmailLength = 254;

/** The accounts of the staff. Each change is in the audit log, stored with it or not at all. */
export class Staff {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #list: NoteList<StoredMember>;

  constructor(records: Records, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
    this.#list = new NoteList(records, noteName, isMember);
  }

  /** Makes the one password of before the first owner's. It stays where it was until this owner has another one, so that a former version can be returned to. */
  async upgrade(): Promise<void> {
    const passwordHash = this.#records.readNote(formerPasswordNote);
    if (passwordHash === null || this.#list.items.length > 0) return;
    const account = { email: null, roles: ['owner'], host: null, passwordHash } as const;
    const first: StoredMember = { ...firstOwner, ...account, createdAt: this.#clock.now() };
    const entry = this.#entry(`${firstOwner.name}@web`, 'staff-first', first.name, 'the former operator password');
    await this.#list.change(() => ({ items: [first], result: null, entry }));
  }

  /** Everyone, in the order of their names. */
  get members(): readonly StoredMember[] {
    return this.#list.items.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  get hasOwner(): boolean {
    return hasOwner(this.#list.items);
  }

  find(id: string): StoredMember | null {
    return this.#list.items.find((member) => member.id === id) ?? null;
  }

  /** Returns whose name or e-mail address this is, in any case; those of the crew center have none here. */
  findLogin(login: string): StoredMember | null {
    const sought = foldedLogin(login);
    const own = this.#list.items.filter(({ host }) => host === null);
    return own.find(({ name, email }) => foldedLogin(name) === sought || email === sought) ?? null;
  }

  /** Adds a member without a password. @throws Refusal `invalid` naming `name`, `email` or `roles` */
  add(actor: string, input: MemberInput): Promise<Member> {
    return this.#list.change((items) => {
      if (items.length >= maxMembers)
        throw invalid('name', `There are ${maxMembers} members already. Remove one first.`);
      const account = { id: newId(), createdAt: this.#clock.now(), host: null, passwordHash: null };
      const member: StoredMember = { ...account, ...check(input, items) };
      const entry = this.#entry(actor, 'staff-add', member.name, member.roles.join(' '));
      return { items: [...items, member], result: member, entry };
    });
  }

  /** Changes what is given. @throws Refusal `not-found`, or `invalid` naming `name`, `email` or `roles` */
  change(actor: string, id: string, changes: Partial<MemberInput>): Promise<Member> {
    return this.#change(id, (member, others) => {
      if (member.host !== null)
        throw invalid('roles', 'Roles: the crew center says what this member may do. Change it there.');
      const { name = member.name, email = member.email ?? '', roles = member.roles } = changes;
      const changed = { ...member, ...check({ name, email, roles }, others) };
      const renamed = changed.name === member.name ? '' : `${changed.name}: `;
      return { changed, entry: this.#entry(actor, 'staff-change', member.name, renamed + changed.roles.join(' ')) };
    });
  }

  /** @throws Refusal `not-found`, or `invalid` for the last owner */
  remove(actor: string, id: string): Promise<Member> {
    return this.#change(id, (member) => ({
      changed: null,
      entry: this.#entry(actor, 'staff-remove', member.name, null),
    }));
  }

  /** @throws Refusal `not-found` */
  savePassword(actor: string, id: string, passwordHash: string): Promise<Member> {
    return this.#change(id, (member) => ({
      changed: { ...member, passwordHash },
      entry: this.#entry(actor, 'staff-password', member.name, null),
    }));
  }

  /** Gives the owner of this name a new password, and makes them one if they are none or there is nobody of this name. @throws Refusal `invalid` naming `name` */
  async saveOwner(name: string, passwordHash: string): Promise<Member> {
    const owner = await this.#list.change((items) => {
      const before = this.findLogin(name);
      const others = items.filter((each) => each !== before);
      const account = before ?? { id: newId(), createdAt: this.#clock.now(), host: null };
      const input = {
        name: before?.name ?? name,
        email: before?.email ?? '',
        roles: [...(before?.roles ?? []), 'owner'],
      };
      const member: StoredMember = { ...account, ...check(input, others), passwordHash };
      const entry = this.#entry(
        actorNameOf(member),
        'staff-owner',
        member.name,
        'by a link of `tracker operator link`',
      );
      return { items: [...others, member], result: member, entry };
    });
    await this.#forgetFormer(owner.id);
    return owner;
  }

  /** Returns the member for whom the crew center asks, made at the first entry. It says each time what they may do. */
  enter(admin: HostAdmin): Promise<Member> {
    return this.#list.change((items) => {
      const [host, name] = [plain(admin.id), plain(admin.name) || 'Administrator'];
      const roles: readonly Role[] = [admin.role === 'admin' ? 'owner' : 'reviewer'];
      const before = items.find((member) => member.host === host);
      const others = items.filter((each) => each !== before);
      const account = before ?? { id: newId(), createdAt: this.#clock.now(), email: null, passwordHash: null };
      const member: StoredMember = { ...account, host, name, roles };
      const entry = this.#entry(actorNameOf(member), 'enter', 'operator', roles.join(' '));
      return { items: [...others, member], result: member, entry };
    });
  }

  async #change(
    id: string,
    change: (
      member: StoredMember,
      others: readonly StoredMember[],
    ) => { readonly changed: StoredMember | null; readonly entry: AuditLine },
  ): Promise<Member> {
    const [before, changed] = await this.#list.change((items) => {
      const member = items.find((each) => each.id === id);
      if (member === undefined) throw new Refusal('not-found', { message: 'There is no such member of the staff.' });
      const others = items.filter((each) => each !== member);
      const result = change(member, others);
      const left = result.changed === null ? others : [...others, result.changed];
      if (!hasOwner(left)) throw invalid('roles', 'Roles: somebody must stay owner. Make another member owner first.');
      return { items: left, result: [member, result.changed] as const, entry: result.entry };
    });
    if (changed?.passwordHash !== before.passwordHash) await this.#forgetFormer(id);
    return changed ?? before;
  }

  async #forgetFormer(id: string): Promise<void> {
    if (id === firstOwner.id && this.#records.readNote(formerPasswordNote) !== null)
      await this.#records.saveNote(formerPasswordNote, null);
  }

  #entry(actor: string, action: string, subject: string, detail: string | null): AuditLine {
    return { at: this.#clock.now(), actor, action, subject, detail };
  }
}

/** `Ada Keller@web`, or `Ada Keller (12)@crew-center` with the id that the crew center knows: who acts, in the audit log. */
export function actorNameOf({ name, host }: Member): string {
  return host === null ? `${name}@web` : `${name} (${host})@crew-center`;
}

/** A login as it is compared. */
export function foldedLogin(login: string): string {
  return login.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Those who were invited and have no password yet cannot sign in. */
function hasOwner(members: readonly StoredMember[]): boolean {
  return members.some(
    ({ roles, passwordHash, host }) => roles.includes('owner') && (passwordHash !== null || host !== null),
  );
}

function check(
  { name, email, roles }: MemberInput,
  others: readonly Member[],
): Pick<Member, 'name' | 'email' | 'roles'> {
  const text = name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  if (!nameShape.test(text) || text.length > maxNameLength)
    throw invalid(
      'name',
      `Name: enter letters, digits, spaces, dots, hyphens and apostrophes, at most ${maxNameLength}.`,
    );
  const own = others.filter(({ host }) => host === null);
  if (own.some((other) => foldedLogin(other.name) === foldedLogin(text)))
    throw invalid('name', 'Name: another member has this name. The audit log tells them apart by it.');
  const address = foldedLogin(email);
  if (address !== '' && (!emailShape.test(address) || address.length > maxEmailLength))
    throw invalid('email', 'E-mail: enter an address such as ada@example.org, or nothing.');
  if (address !== '' && own.some((other) => other.email === address))
    throw invalid('email', 'E-mail: another member has this address.');
  const known = [...new Set(roles)].filter(isRole);
  if (known.length === 0) throw invalid('roles', 'Roles: choose at least one.');
  return { name: text, email: address === '' ? null : address, roles: known };
}

/** A name and an id of the crew center, without what could be taken for another entry of the log. */
function plain(text: string): string {
  return text
    .replace(/[^\p{L}\p{N} .'-]/gu, '')
    .trim()
    .slice(0, maxNameLength);
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid', { message, fields: { [field]: message } });
}

function isMember(value: unknown): value is StoredMember {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, roles } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' && Array.isArray(roles) && roles.every(isRole);
}

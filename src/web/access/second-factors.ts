import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/secret.ts';
import { digest } from '../../lib/tokens.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { NoteList } from '../note-list.ts';
import type { AuditLine, Records } from '../records.ts';
import { newKey, newRecoveryCode, plainCode, stepOf } from './one-time-codes.ts';
import { isRole, type Role } from './roles.ts';
import type { Member } from './staff.ts';

/** How long a key that was shown waits for its first code. */
const pendingMs = 3_600_000;
export const recoveryCodeCount = 10;

/** A second factor that counts. `since` in milliseconds since the epoch. */
export interface SecondFactor {
  readonly since: number;
  readonly recoveryLeft: number;
}

interface StoredFactor {
  readonly memberId: string;
  /** In base 32. It cannot be a digest: codes are made of it. */
  readonly key: string;
  readonly madeAt: number;
  /** When its first code was entered; null until then, and it is not asked for. */
  readonly since: number | null;
  /** The step of the last code that counted: no code of it or of an earlier one counts again. */
  readonly lastStep: number;
  /** Digests of the recovery codes that are left. */
  readonly recovery: readonly string[];
}

/** The second factors of the staff: codes of an authenticator (TOTP, RFC 6238), and recovery codes, each good once. */
export class SecondFactors {
  readonly #clock: Clock;
  readonly #list: NoteList<StoredFactor>;
  readonly #required: NoteList<Role>;

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#clock = clock;
    this.#list = new NoteList(records, 'web-second-factors', isFactor);
    this.#required = new NoteList(
      records,
      'web-second-factor-required',
      (value) => typeof value === 'string' && isRole(value),
    );
  }

  /** Whose holders must have one. */
  get requiredOf(): readonly Role[] {
    return this.#required.items;
  }

  /** Says whose holders must have one: without it they get the page on which it is set up, and nothing else. */
  require(actor: string, roles: readonly string[]): Promise<void> {
    const items = [...new Set(roles)].filter(isRole);
    const entry = this.#entry(actor, 'second-factor-require', 'staff', items.join(' ') || 'nobody');
    return this.#required.change(() => ({ items, result: undefined, entry }));
  }

  /** Whether a member must set one up before anything else. Those of the crew center show there who they are. */
  isMissing({ id, roles, host }: Member): boolean {
    return host === null && this.find(id) === null && roles.some((role) => this.requiredOf.includes(role));
  }

  /** Returns the one that is asked for; null when there is none. */
  find(memberId: string): SecondFactor | null {
    const { since, recovery } = this.#of(memberId) ?? { since: null };
    return since === null ? null : { since, recoveryLeft: recovery.length };
  }

  /** Returns the key that waits for its first code. */
  pendingKey(memberId: string): Secret | null {
    const factor = this.#of(memberId);
    if (factor === undefined || factor.since !== null) return null;
    return this.#clock.now() - factor.madeAt < pendingMs ? new Secret(factor.key) : null;
  }

  /** Makes a key, which counts from its first code on. @throws Refusal `invalid` where there is a second factor, and for members of the crew center */
  async begin(member: Member): Promise<void> {
    if (member.host !== null) throw invalid('You enter from the administration of the site: no code is asked here.');
    const made = { memberId: member.id, key: (await newKey()).reveal(), madeAt: this.#clock.now() };
    await this.#change(member.id, (before) => {
      if (before !== undefined && before.since !== null)
        throw invalid('You have a second factor. Turn it off first; that asks for a code.');
      return { factor: { ...made, since: null, lastStep: 0, recovery: [] }, result: null };
    });
  }

  /** Makes the key count by its first code. Returns the recovery codes, which are not stored as they are. @throws Refusal `invalid` naming `code` */
  async confirm(actor: string, member: Member, code: string): Promise<readonly Secret[]> {
    const codes = await newRecoveryCodes();
    await this.#change(member.id, async (before) => {
      const key = this.pendingKey(member.id);
      if (before === undefined || key === null) throw invalid('This key is no longer there. Begin again.');
      const since = this.#clock.now();
      const step = await stepOf(key, plainCode(code), since);
      if (step === null)
        throw invalid('Code: this is not the one of now. Is the clock of your phone right? Enter the next one.');
      const factor = { ...before, since, lastStep: step, recovery: codes.map(digestOf) };
      return { factor, result: null, entry: this.#entry(actor, 'second-factor-on', member.name, null) };
    });
    return codes;
  }

  /** Uses a code up, of the authenticator or one for recovery; false when it does not count. */
  use(actor: string, member: Member, text: string): Promise<boolean> {
    const code = plainCode(text);
    return this.#change(member.id, async (before) => {
      if (before === undefined || before.since === null) return { factor: before, result: false };
      const step = await stepOf(new Secret(before.key), code, this.#clock.now());
      if (step !== null && step > before.lastStep) return { factor: { ...before, lastStep: step }, result: true };
      const recovery = before.recovery.filter((each) => each !== digest(code));
      if (recovery.length === before.recovery.length) return { factor: before, result: false };
      const entry = this.#entry(actor, 'recovery-code-use', member.name, `${recovery.length} left`);
      return { factor: { ...before, recovery }, result: true, entry };
    });
  }

  /** Replaces the recovery codes. @throws Refusal `invalid` where there is no second factor */
  async renewRecovery(actor: string, member: Member): Promise<readonly Secret[]> {
    const codes = await newRecoveryCodes();
    await this.#change(member.id, (before) => {
      if (before === undefined || before.since === null) throw invalid('There is no second factor.');
      const entry = this.#entry(actor, 'recovery-codes', member.name, null);
      return { factor: { ...before, recovery: codes.map(digestOf) }, result: null, entry };
    });
    return codes;
  }

  /** Takes a member's second factor off; false when there was none. */
  takeOff(actor: string, member: Member): Promise<boolean> {
    return this.#change(member.id, (before) => {
      if (before === undefined || before.since === null) return { factor: undefined, result: false };
      return { factor: undefined, result: true, entry: this.#entry(actor, 'second-factor-off', member.name, null) };
    });
  }

  /** Of a member who was removed. */
  forget(memberId: string): Promise<void> {
    return this.#change(memberId, () => ({ factor: undefined, result: undefined }));
  }

  #of(memberId: string): StoredFactor | undefined {
    return this.#list.items.find((each) => each.memberId === memberId);
  }

  #change<Result>(
    memberId: string,
    change: (before: StoredFactor | undefined) => FactorChange<Result> | Promise<FactorChange<Result>>,
  ): Promise<Result> {
    return this.#list.change(async (items) => {
      const before = items.find((each) => each.memberId === memberId);
      const { factor, ...rest } = await change(before);
      if (factor === before) return { items, ...rest };
      const others = items.filter((each) => each !== before);
      return { items: factor === undefined ? others : [...others, factor], ...rest };
    });
  }

  #entry(actor: string, action: string, subject: string, detail: string | null): AuditLine {
    return { at: this.#clock.now(), actor, action, subject, detail };
  }
}

interface FactorChange<Result> {
  readonly factor: StoredFactor | undefined;
  readonly result: Result;
  readonly entry?: AuditLine;
}

const newRecoveryCodes = () => Promise.all(Array.from({ length: recoveryCodeCount }, newRecoveryCode));
const digestOf = (code: Secret): string => digest(plainCode(code.reveal()));

function invalid(message: string): Refusal {
  return new Refusal('invalid', { message, fields: { code: message } });
}

function isFactor(value: unknown): value is StoredFactor {
  if (typeof value !== 'object' || value === null) return false;
  const { memberId, key, madeAt, since, lastStep, recovery } = value as Record<string, unknown>;
  const isNamed = typeof memberId === 'string' && typeof key === 'string' && Array.isArray(recovery);
  return isNamed && [madeAt, lastStep].every(Number.isFinite) && (since === null || Number.isFinite(since));
}

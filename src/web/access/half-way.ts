import type { Clock } from '../../lib/clock.ts';
import type { Signer } from './keys.ts';
import type { Staff, StoredMember } from './staff.ts';

const purpose = 'second factor';
/** How long the page that asks for a code may be open. */
const halfWayMs = 10 * 60_000;

/** Who has shown the password and not yet a code. The proof of it is signed, and stored nowhere; another password ends it. */
export class HalfWay {
  readonly #signer: Signer;
  readonly #staff: Staff;
  readonly #clock: Clock;

  constructor(signer: Signer, staff: Staff, clock: Clock) {
    this.#signer = signer;
    this.#staff = staff;
    this.#clock = clock;
  }

  /** Returns what the page that asks for the code sends back. */
  proofOf(member: StoredMember): string {
    const until = this.#clock.now() + halfWayMs;
    return `${member.id}.${until}.${this.#signer.sign(purpose, textOf(member, until))}`;
  }

  /** Returns whose proof this is; null when it is none, or too old. */
  memberOf(proof: string): StoredMember | null {
    const [id = '', until = '', signature = ''] = proof.split('.');
    const member = this.#staff.find(id);
    if (member === null || !(this.#clock.now() < Number(until))) return null;
    return this.#signer.isSigned(purpose, textOf(member, Number(until)), signature) ? member : null;
  }
}

function textOf({ id, passwordHash }: StoredMember, until: number): string {
  return [id, until, passwordHash].join(' ');
}

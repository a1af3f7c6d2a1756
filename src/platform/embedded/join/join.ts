import { textOf } from '../../../lib/row.ts';
import type { Secret } from '../../../lib/secret.ts';
import { findAirport } from '../airports.ts';
import type { CrewCenter } from '../crew-center.ts';
import type { Embedded } from '../embedded.ts';
import { listAirlines } from '../fleet-admin.ts';
import { type Registration, readHostSettings } from '../host-settings.ts';
import { requireDone, type Updates } from '../updates.ts';
import { findInvitation } from './invitations.ts';
import { findResetLink, makeResetLink, resetPassword } from './password-reset.ts';
import { confirm, isConfirmation, type NewcomerInput, register } from './registration.ts';

interface Named {
  readonly icao: string;
  readonly name: string;
}

/** How pilots register now, and what they choose from. */
export interface JoinRules {
  readonly registration: Registration;
  readonly questions: readonly string[];
  readonly airlines: readonly Named[];
  readonly hubs: readonly Named[];
}

/** Registration and passwords of pilots, as the pages for visitors use them. Unavailable while an update is pending. */
export class Join {
  readonly #own: CrewCenter;
  readonly #updates: Updates;

  constructor({ crewCenter, updates }: Pick<Embedded, 'crewCenter' | 'updates'>) {
    this.#own = crewCenter;
    this.#updates = updates;
  }

  /** @throws Refusal `crew-center-unavailable` */
  get #crewCenter(): CrewCenter {
    requireDone(this.#updates);
    return this.#own;
  }

  readRules(): JoinRules {
    const crewCenter = this.#crewCenter;
    return crewCenter.read(() => {
      const { registration, questions } = readHostSettings(crewCenter);
      const sql = 'SELECT icao, name FROM airports WHERE hub = 1 AND deleted_at IS NULL ORDER BY icao LIMIT 200';
      const hubs = crewCenter.all(sql).map((row) => ({ icao: textOf(row, 'icao'), name: textOf(row, 'name') }));
      const airlines = listAirlines(crewCenter).map(({ icao, name }) => ({ icao, name }));
      return { registration, questions, airlines, hubs };
    });
  }

  /** Whether an invitation with this key is still good. */
  isInvitation(key: string): boolean {
    return this.#crewCenter.read(() => findInvitation(this.#crewCenter, key)) !== null;
  }

  hasAirport(icao: string): boolean {
    return this.#crewCenter.read(() => findAirport(this.#crewCenter, { icao })) !== null;
  }

  /** See `register`. */
  register(input: NewcomerInput, options: { readonly hasMail: boolean }) {
    return register(this.#crewCenter, input, options);
  }

  isConfirmation(key: string): boolean {
    return isConfirmation(this.#crewCenter, key);
  }

  /** See `confirm`. */
  confirm(key: string) {
    return confirm(this.#crewCenter, key);
  }

  /** See `makeResetLink`. */
  makeResetLink(login: string) {
    return makeResetLink(this.#crewCenter, login);
  }

  /** See `findResetLink`. */
  findResetLink(key: string) {
    return findResetLink(this.#crewCenter, key);
  }

  /** See `resetPassword`. */
  resetPassword(key: string, password: Secret) {
    return resetPassword(this.#crewCenter, key, password);
  }
}

import { digest } from '../../../src/lib/tokens.ts';
import type { Pilot } from '../../../src/tracking/model.ts';
import type { HostPilot, ModelHost } from './host.ts';

/** Finds pilots as the host's own login does: by e-mail or ident, in any case. */
export class People {
  readonly #host: ModelHost;

  constructor(host: ModelHost) {
    this.#host = host;
  }

  byLogin(login: string): HostPilot | null {
    const wanted = login.toLowerCase();
    const found = [...this.#host.pilots.values()].find(({ email, ident }) =>
      [email, ident].some((each) => each.toLowerCase() === wanted),
    );
    return found ?? null;
  }

  byPassword(login: string, password: string): Pilot | null {
    const pilot = this.byLogin(login);
    return pilot === null || pilot.password !== password ? null : toPilot(pilot);
  }

  byKey(key: string): Pilot | null {
    const pilot = [...this.#host.pilots.values()].find(({ apiKey }) => apiKey !== null && apiKey === key);
    return pilot === undefined ? null : toPilot(pilot);
  }

  byIds(ids: readonly string[]): ReadonlyMap<string, Pilot> {
    const found = ids.flatMap((id) => this.#host.pilots.get(id) ?? []);
    return new Map(found.map((pilot) => [pilot.id, toPilot(pilot)]));
  }
}

function toPilot({ id, ident, name, standing, password }: HostPilot): Pilot {
  const places = { airlineIcao: 'MDL', homeAirport: null, currentAirport: null };
  return { id, ident, name, standing, ...places, credentialVersion: digest(password).slice(0, 16) };
}

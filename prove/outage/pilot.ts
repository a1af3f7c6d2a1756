import { Secret } from '../../src/lib/secret.ts';
import type { Session } from '../../src/tracking/calls.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { flightEvent, noFigures, position } from '../../test/flown.ts';
import type { World } from '../../test/world.ts';
import type { FleetPilot } from '../fleet/fixture.ts';
import { placeOf } from '../fleet/position.ts';

/** When a pilot starts and finishes, in ms from the beginning. */
export interface Times {
  readonly startsAt: number;
  readonly finishesAt: number;
}

/** One event after so many positions, those that the crew center can never store after so many, and such a position among so many. */
const [eventEvery, poisonousEvent, poisonousPosition] = [20, 40, 30];

/** A pilot who flies one flight and notes what was acknowledged. */
export class OutagePilot {
  flightId: string | null = null;
  /** Names of acknowledged reports, in the order in which they were sent, without those that the crew center cannot store. */
  readonly sent: string[] = [];
  /** Names of those. */
  readonly poisonous: string[] = [];
  isFinished = false;
  /** Times that the pilot was told to try again later: to start, to finish. */
  refusedStarts = 0;
  waitingFinishes = 0;
  readonly #world: World;
  readonly #pilot: FleetPilot;
  readonly #times: Times;
  #token = '';
  #seq = 0;

  constructor(world: World, pilot: FleetPilot, times: Times) {
    this.#world = world;
    this.#pilot = pilot;
    this.#times = times;
  }

  async signIn(address: string): Promise<void> {
    const { login, password } = this.#pilot;
    const credential = { kind: 'password', login, password: new Secret(password) } as const;
    this.#token = (await this.#world.calls.login({ credential, address })).token.reveal();
  }

  /** What this pilot's client sends at this time. */
  async act(atMs: number): Promise<void> {
    if (this.isFinished || atMs < this.#times.startsAt) return;
    const session = this.#world.calls.authenticate(this.#token);
    if (this.flightId === null) return this.#start(session);
    if (atMs >= this.#times.finishesAt) return this.#finish(session);
    await this.#report(session, atMs);
  }

  async #start(session: Session): Promise<void> {
    const freeFlight = { airline: 'DMO', flightNumber: '100', departure: 'LSZH', arrival: 'EDDF' };
    const unsaid = { aircraft: null, registration: this.#pilot.registration, route: null };
    try {
      const request = { bidId: null, aircraft: null, registration: null, freeFlight: { ...freeFlight, ...unsaid } };
      this.flightId = (await this.#world.calls.start(session, request)).flight.flight.id;
    } catch (error) {
      if (!isRefusal(error, 'crew-center-unavailable')) throw error;
      this.refusedStarts += 1;
    }
  }

  async #finish(session: Session): Promise<void> {
    const name = { flightId: this.flightId ?? '' };
    const { state } = await this.#world.calls.finish(session, { name, figures: noFigures, opening: null });
    this.isFinished = state === 'filed';
    if (!this.isFinished) this.waitingFinishes += 1;
  }

  async #report(session: Session, atMs: number): Promise<void> {
    const seq = ++this.#seq;
    const now = this.#world.clock.now();
    const isPoison = seq % poisonousPosition === poisonousPosition - 1;
    const { startsAt, finishesAt } = this.#times;
    const { lat, lon, altitude_msl, gs, vs, on_ground } = placeOf((atMs - startsAt) / (finishesAt - startsAt));
    const verticalSpeedFpm = isPoison ? 40_000 : (vs ?? 0);
    const figures = { altitudeMslFt: altitude_msl ?? 0, groundSpeedKt: gs ?? 0, onGround: on_ground ?? null };
    const positions = [position(now, { seq, lat, lon, verticalSpeedFpm, ...figures })];
    await this.#world.calls.report(session, { name: null, positions, opening: null });
    (isPoison ? this.poisonous : this.sent).push(`p${seq}`);
    if (seq % eventEvery === 0) await this.#note(session, seq);
  }

  async #note(session: Session, seq: number): Promise<void> {
    const isPoison = seq % poisonousEvent === 0;
    const message = isPoison ? 'Fasten your seat belts 😀' : 'Fasten your seat belts';
    const events = [flightEvent(this.#world.clock.now(), 'note', { seq, message })];
    await this.#world.calls.recordEvents(session, { name: null, events });
    (isPoison ? this.poisonous : this.sent).push(`e${seq}`);
  }
}

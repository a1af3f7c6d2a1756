import { CommandError } from '../../../src/cli/command.ts';
import { messageOf, SmartcarsConnection } from '../../../src/cli/flying/smartcars/connection.ts';
import type { SmartcarsAnswer } from '../../../src/cli/flying/smartcars/dialect.ts';
import { smartcarsDialect } from '../../../src/cli/flying/smartcars/smartcars-dialect.ts';
import { figuresAt, type Sortie } from '../sortie.ts';
import { member } from '../wire.ts';
import type { Device } from './device.ts';
import { PilotAtHome, SortieOver } from './pilot-at-home.ts';

/** Script URLs, beside a phpVMS 7 and beside a phpVMS 5. */
const scriptUrls = { 7: '/api/tracker/smartcars/', 5: '/acars/smartcars.php/' } as const;

/** Statuses after which this flight cannot be flown any more. */
const final = new Set([400, 403, 404, 409, 410, 422]);

/** A pilot with smartCARS 3: it keeps its session, and no position that was lost. */
export class SmartcarsPilot extends PilotAtHome {
  #session: string | null = null;

  protected loseStore(): void {
    this.#session = null;
  }

  protected async open(device: Device): Promise<(sortie: Sortie) => Promise<void>> {
    const { world, account, draws } = this;
    const net = {
      fetch: device.fetch,
      timing: device.life.timing,
      patienceMs: 120_000,
      random: () => draws.next(),
    };
    const scriptUrl = world.baseUrl + scriptUrls[world.generation];
    const smartcars = new SmartcarsConnection(
      scriptUrl,
      { pilot: account, dialect: smartcarsDialect },
      net,
      this.#session,
    );
    await this.#insist(device, () => smartcars.signIn());
    this.#session = smartcars.session;
    return (sortie) => this.#insist(device, () => this.#fly(smartcars, device, sortie), sortie);
  }

  async #insist<Result>(device: Device, once: () => Promise<Result>, sortie?: Sortie): Promise<Result> {
    for (;;) {
      try {
        return await once();
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (sortie !== undefined) await this.perhapsGiveUp(device, sortie);
        this.world.counters.count('tried again: smartcars');
        await device.life.sleep(2_000 + this.draws.wait(10_000), `${this.name} waits`);
      }
    }
  }

  async #fly(smartcars: SmartcarsConnection, device: Device, sortie: Sortie): Promise<void> {
    sortie.bidId ??= await this.#chooseBid(smartcars, device);
    const bidID = Number(sortie.bidId);
    const started = read(await smartcars.insist('POST', 'flights/start', { bidID }));
    const names = { bidID, uuid: member(started, 'trackingID') };
    this.#session = smartcars.session;
    while (sortie.reported < sortie.length && !this.world.isCalm) {
      await device.life.sleep(this.draws.wait(5_000), `${this.name} flies`);
      await this.#update(smartcars, names, sortie);
    }
    if (sortie.aim === 'walk-away') {
      sortie.over = 'left';
    } else if (sortie.aim === 'cancel') {
      read(await smartcars.insist('POST', 'flights/cancel', names));
      sortie.over = 'cancelled';
    } else {
      read(await smartcars.insist('POST', 'flights/complete', { ...names, flightTime: 1, fuelUsed: 100 }));
      sortie.over = 'filed';
    }
  }

  async #chooseBid(smartcars: SmartcarsConnection, device: Device): Promise<string> {
    for (;;) {
      const bids = read(await smartcars.insist('GET', 'flights/bookings')) as readonly unknown[];
      if (bids.length > 0) return String(member(this.draws.pick(bids), 'bidID'));
      this.world.offerBid(this.account.id);
      await device.life.sleep(1_000 + this.draws.wait(5_000), `${this.name} waits for a bid`);
    }
  }

  /** One try; what is lost is lost. @throws SortieOver */
  async #update(smartcars: SmartcarsConnection, names: object, sortie: Sortie): Promise<void> {
    const marker = sortie.next();
    sortie.excuse(marker);
    const { altitudeFt, speedKt } = figuresAt(marker.share);
    const body = { ...names, latitude: marker.lat, longitude: marker.lon, altitude: altitudeFt, groundSpeed: speedKt };
    let answer: SmartcarsAnswer;
    try {
      answer = await smartcars.ask('POST', 'flights/update', { ...body, phase: 'cruise', network: 'offline' });
    } catch (error) {
      if (error instanceof CommandError || error instanceof TypeError) return;
      throw error;
    }
    if (final.has(answer.status)) throw new SortieOver(`smartcars ${answer.status}`);
  }
}

/** The body of a yes. @throws SortieOver when it is a no for good */
function read(answer: SmartcarsAnswer): unknown {
  if (answer.status === 200) return answer.body;
  if (final.has(answer.status)) throw new SortieOver(`smartcars ${answer.status}`);
  throw new CommandError(messageOf(answer));
}

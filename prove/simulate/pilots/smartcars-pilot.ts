import { CommandError } from '../../../src/cli/command.ts';
import type { Answer } from '../../../src/cli/flying/connection.ts';
import { messageOf, SmartcarsConnection } from '../../../src/cli/flying/smartcars/connection.ts';
import { smartcarsDialect } from '../../../src/cli/flying/smartcars/smartcars-dialect.ts';
import { smartcars } from '../../../src/client/wires/smartcars.ts';
import { isForLooking } from '../readers/booked-schedules.ts';
import type { Sortie } from '../sortie.ts';
import { member } from '../wire.ts';
import type { Device } from './device.ts';
import { finalStatuses, PilotAtHome, requireYes, SortieOver } from './pilot-at-home.ts';

/** Script URLs, beside a phpVMS 7 and beside a phpVMS 5. */
export const scriptUrls = { 7: '/api/tracker/smartcars/', 5: '/acars/smartcars.php/' } as const;

/** A pilot with smartCARS 3: it keeps its session, and no position that was lost. */
export class SmartcarsPilot extends PilotAtHome {
  protected override readonly kind = 'smartcars';
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
    const client = new SmartcarsConnection(
      scriptUrl,
      { pilot: account, dialect: smartcarsDialect },
      net,
      this.#session,
    );
    await this.insist(device, () => client.signIn());
    this.#session = client.session;
    return (sortie) => this.insist(device, () => this.#fly(client, device, sortie), sortie);
  }

  async #fly(client: SmartcarsConnection, device: Device, sortie: Sortie): Promise<void> {
    sortie.bidId ??= await this.#chooseBid(client, device);
    const bidID = Number(sortie.bidId);
    const started = read(await client.insist(smartcars.start(bidID)));
    const names = { bidID, uuid: member(started, 'trackingID') };
    this.#session = client.session;
    while (sortie.reported < sortie.length && !this.world.isCalm) {
      await device.life.sleep(this.draws.wait(5_000), `${this.name} flies`);
      await this.#update(client, names, sortie);
    }
    if (sortie.aim === 'walk-away') {
      sortie.over = 'left';
    } else if (sortie.aim === 'cancel') {
      read(await client.insist(smartcars.cancel(names)));
      sortie.over = 'cancelled';
    } else {
      read(await client.insist(smartcars.finish({ ...names, flightTime: 1, fuelUsed: 100 })));
      sortie.over = 'filed';
    }
  }

  #chooseBid(client: SmartcarsConnection, device: Device): Promise<string> {
    return this.findBid(device, async () => {
      const all = read(await client.insist(smartcars.bids)) as readonly unknown[];
      const bids = all.filter((bid) => !isForLooking(member(bid, 'flightID')));
      return bids.length === 0 ? null : String(member(this.draws.pick(bids), 'bidID'));
    });
  }

  /** One try; what is lost is lost. @throws SortieOver */
  async #update(client: SmartcarsConnection, names: object, sortie: Sortie): Promise<void> {
    const marker = sortie.next();
    sortie.excuse(marker);
    const { altitude_msl, gs, heading } = marker.shown;
    const place = { latitude: marker.lat, longitude: marker.lon };
    const [altitude, groundSpeed] = [Math.round(altitude_msl), Math.round(gs)];
    const body = { ...names, ...place, altitude, groundSpeed, heading: Math.round(heading ?? 0) };
    let answer: Answer;
    try {
      answer = await client.ask(smartcars.report({ ...body, phase: 'cruise', network: 'offline' }));
    } catch (error) {
      if (error instanceof CommandError || error instanceof TypeError) return;
      throw error;
    }
    if (finalStatuses.has(answer.status)) throw new SortieOver(`smartcars ${answer.status}`);
  }
}

/** The body of a yes. @throws SortieOver when it is a no for good */
const read = (answer: Answer): unknown => requireYes('smartcars', answer, messageOf).body;

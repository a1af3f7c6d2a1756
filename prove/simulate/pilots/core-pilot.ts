import type { Answer } from '../../../src/cli/flying/connection.ts';
import { CoreConnection, dataOf, messageOf } from '../../../src/cli/flying/core/connection.ts';
import { phpvms7 } from '../../../src/client/wires/phpvms7.ts';
import { isForLooking } from '../readers/booked-schedules.ts';
import type { Sortie } from '../sortie.ts';
import { member } from '../wire.ts';
import type { Device } from './device.ts';
import { PilotAtHome, requireYes } from './pilot-at-home.ts';

/** As phpVMS 7 spells the phases. */
const statuses: Readonly<Record<string, string>> = {
  boarding: 'BST',
  taxi: 'TXI',
  climb: 'ICL',
  cruise: 'ENR',
  descent: 'DSC',
  'taxi-in': 'LAN',
  arrived: 'ARR',
};

/** A pilot whose client speaks phpVMS 7's own API: it sends points with ids of its own until they are taken. */
export class CorePilot extends PilotAtHome {
  protected override readonly kind = 'core';
  #lastAt = 0;

  /** It keeps nothing over a crash. */
  override crash(): void {
    super.crash(false);
  }

  protected loseStore(): void {
    this.sortie?.excuseUnacknowledged(this.world.ledger);
  }

  protected async open(device: Device): Promise<(sortie: Sortie) => Promise<void>> {
    const { world, account, draws } = this;
    const client = new CoreConnection(world.baseUrl, account.apiKey, {
      fetch: device.fetch,
      timing: device.life.timing,
      patienceMs: 120_000,
      random: () => draws.next(),
    });
    return (sortie) => this.insist(device, () => this.#fly(client, device, sortie), sortie);
  }

  /** Its patience is over: it goes on with the next points. */
  protected override forgetUnsent(sortie: Sortie): void {
    sortie.excuseUnacknowledged(this.world.ledger);
  }

  async #fly(client: CoreConnection, device: Device, sortie: Sortie): Promise<void> {
    const flight = await this.#chooseFlight(client, device, sortie);
    const { id: flight_id, airline_id, flight_number, dpt_airport_id, arr_airport_id } = flight;
    const names = { flight_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, aircraft_id: '1' };
    const opened = read(await client.insist(phpvms7.start({ ...names, source_name: 'simulated' })));
    const pirepId = String(member(opened, 'id'));
    while (sortie.reported < sortie.length && !this.world.isCalm) {
      await device.life.sleep(this.draws.wait(8_000), `${this.name} flies`);
      const positions = Array.from({ length: this.draws.whole(1, 3) }, () => this.#point(device, sortie));
      read(await client.insist(phpvms7.report(pirepId, positions)));
      if (this.draws.happens(0.4)) read(await client.insist(phpvms7.log(pirepId, [this.#line(device, sortie)])));
    }
    if (sortie.aim === 'walk-away') {
      sortie.over = 'left';
    } else if (sortie.aim === 'cancel') {
      read(await client.insist(phpvms7.cancel(pirepId)));
      sortie.over = 'cancelled';
    } else {
      read(await client.insist(phpvms7.finish(pirepId, { distance: 100, flight_time: 60, fuel_used: 100 })));
      sortie.over = 'filed';
    }
  }

  #chooseFlight(client: CoreConnection, device: Device, sortie: Sortie): Promise<Readonly<Record<string, unknown>>> {
    return this.findBid(device, async () => {
      const all = read(await client.insist(phpvms7.bids)) as readonly unknown[];
      const bids = all.filter((bid) => !isForLooking(member(bid, 'flight_id')));
      const bid = bids.find((each) => String(member(each, 'id')) === sortie.bidId) ?? this.draws.pick([...bids, null]);
      if (bid === null) return null;
      sortie.bidId = String(member(bid, 'id'));
      return member(bid, 'flight') as Readonly<Record<string, unknown>>;
    });
  }

  #line(device: Device, { number, reported }: Sortie): object {
    this.#lastAt = Math.max(this.#lastAt + 1_000, device.life.now());
    return { log: `line ${number} ${reported}`, created_at: new Date(this.#lastAt).toISOString() };
  }

  /** A crash before it is taken loses it: this client keeps nothing. Of two points of one second the server takes one. */
  #point(device: Device, sortie: Sortie): object {
    const { lat, lon, shown } = sortie.next();
    const { heading, altitude_msl, phase, ...others } = shown;
    // Some count to the left of north, and some call the altitude by its shorter name.
    const isShort = this.draws.happens(0.5);
    const figures = {
      ...others,
      ...(isShort ? { altitude: altitude_msl } : { altitude_msl }),
      ...(typeof heading === 'number' ? { heading: isShort && heading > 180 ? heading - 360 : heading } : {}),
      status: statuses[phase],
    };
    this.#lastAt = Math.max(this.#lastAt + 1_000, device.life.now());
    const created_at = new Date(this.#lastAt).toISOString();
    return { id: `point-${sortie.number}-${sortie.reported}`, lat, lon, ...figures, created_at };
  }
}

/** The data of a yes. @throws SortieOver when it is a no for good */
const read = (answer: Answer): unknown => dataOf(requireYes('core', answer, messageOf));

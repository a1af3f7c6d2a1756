import type { Secret } from '../../../src/lib/secret.ts';
import type { HostFlight, LiveRow, Platform, Progress } from '../../../src/platform/port.ts';
import type { FreeFlight, Pirep, Report } from '../../../src/tracking/model.ts';
import { rejudge } from './decisions.ts';
import type { ModelHost } from './host.ts';
import type { Line } from './line.ts';
import { modelDesk } from './model-desk.ts';
import { modelPapers } from './model-papers.ts';
import { Paperwork, toHostPirep } from './paperwork.ts';
import { People } from './people.ts';
import { Plans } from './plans.ts';

/** The adapter of a model crew center: what an honest one does, whatever becomes of its calls. */
export class ModelPlatform implements Platform {
  readonly capabilities: Platform['capabilities'];
  readonly desk: Platform['desk'];
  /** What a phpVMS 5 does not take from clients. */
  readonly papers?: NonNullable<Platform['papers']>;
  /** What a phpVMS 5 does not have: there the staff decides. */
  readonly rejudgePirep?: NonNullable<Platform['rejudgePirep']>;
  readonly #host: ModelHost;
  readonly #line: Line;
  readonly #people: People;
  readonly #plans: Plans;
  readonly #paperwork: Paperwork;

  constructor(host: ModelHost, line: Line) {
    this.capabilities = host.capabilities;
    this.#host = host;
    this.#line = line;
    this.#people = new People(host);
    this.#plans = new Plans(host);
    this.#paperwork = new Paperwork(host, this.#plans);
    this.desk = modelDesk(host, this.#plans, line);
    if (host.capabilities.pirepAtStart) this.papers = modelPapers(host, line);
    if (host.capabilities.pirepAtStart)
      // It is Tracker's own store: what a server that was killed had under way there is done before another one is heard, or never.
      this.rejudgePirep = (pirepId, again) =>
        line.decide('rejudgePirep', { id: `PIREP ${pirepId}` }, () => rejudge(host, pirepId, again));
  }

  readSettings: Platform['readSettings'] = () => this.#line.ask('readSettings', () => ({ ...this.#host.settings }));

  authenticate(login: string, password: Secret) {
    return this.#line.ask('authenticate', () => this.#people.byPassword(login, password.reveal()));
  }

  findPilotId(login: string) {
    return this.#line.ask('findPilotId', () => this.#people.byLogin(login)?.id ?? null);
  }

  authenticateKey(apiKey: Secret) {
    return this.#line.ask('authenticateKey', () => this.#people.byKey(apiKey.reveal()));
  }

  readPilots(pilotIds: readonly string[]) {
    return this.#line.ask('readPilots', () => this.#people.byIds(pilotIds));
  }

  listBids(pilotId: string) {
    return this.#line.ask('listBids', () => this.#plans.bidsOf(pilotId));
  }

  latestBid(pilotId: string) {
    return this.#line.ask('latestBid', () => this.#plans.latestBid(pilotId));
  }

  planFreeFlight(_pilotId: string, flight: FreeFlight) {
    return this.#line.ask('planFreeFlight', () => this.#plans.freeFlight(flight));
  }

  findAircraft: Platform['findAircraft'] = (_pilotId, _plan, wanted) =>
    this.#line.ask('findAircraft', () => this.#plans.findAircraft(wanted));

  findAirport: Platform['findAirport'] = (where) => this.#line.ask('findAirport', () => this.#plans.findAirport(where));

  openPirep(flight: HostFlight) {
    const isOpen = () => this.#paperwork.find(flight) !== null;
    return this.#line.decide('openPirep', flight, () => this.#paperwork.open(flight), isOpen);
  }

  findPirep(flight: HostFlight) {
    return this.#line.ask('findPirep', () => {
      const found = this.#paperwork.find(flight);
      if (found === null) this.#line.requireSettled(flight);
      return found === null ? null : toHostPirep(found);
    });
  }

  updatePirep(flight: HostFlight, progress: Progress) {
    return this.#line.ask('updatePirep', () => this.#paperwork.update(flight, progress));
  }

  changeAircraft(flight: HostFlight) {
    return this.#line.ask('changeAircraft', () => this.#paperwork.changeAircraft(flight));
  }

  suspendPirep(flight: HostFlight) {
    return this.#line.ask('suspendPirep', () => this.#paperwork.suspend(flight));
  }

  filePirep(flight: HostFlight, pirep: Pirep) {
    const isFiled = () => (this.#paperwork.find(flight)?.state ?? 'open') !== 'open';
    return this.#line.decide('filePirep', flight, (isTorn) => this.#paperwork.file(flight, pirep, isTorn), isFiled);
  }

  checkFiled: Platform['checkFiled'] = (flight, { repeat }) =>
    this.#line.ask('checkFiled', () => {
      this.#line.requireSettled(flight);
      if (repeat) this.#paperwork.removeBid(flight);
      return this.#paperwork.hasBid(flight) ? 'The crew center was interrupted: its bid is still booked.' : null;
    });

  readFlightClass({ pilotId }: HostFlight) {
    const rank = () => this.#host.pilots.get(pilotId)?.rank ?? null;
    return this.#line.ask('readFlightClass', () => ({ rank: rank(), subfleets: [] }));
  }

  cancelPirep(flight: HostFlight) {
    return this.#line.decide('cancelPirep', flight, () => this.#paperwork.cancel(flight));
  }

  deliverLive(rows: readonly LiveRow[]) {
    return this.#line.ask('deliverLive', () => this.#paperwork.showLive(rows));
  }

  deliverTrack(flight: HostFlight, reports: readonly Report[]) {
    return this.#line.ask('deliverTrack', () => this.#paperwork.addTrack(flight, reports));
  }

  async close(): Promise<void> {
    this.#line.close();
  }
}

/**
 * The crew center's own REST API, for clients that were written for it and come to us instead: what only the host knows is
 * answered in its own words. Its answers are passed on as they are, so the contract must be the one that it speaks.
 */
export interface OwnApi {
  /** Name of the contract whose calls it answers. */
  readonly contract: string;
  /**
   * Asks as this pilot, with the pilot's own key; null asks as nobody. Takes a bounded share of the host, and waits for its turn.
   * @returns what the host answered, yes or no; secrets are masked
   * @throws Refusal `crew-center-unavailable` when it cannot be reached or is in maintenance; `server-busy` when too many wait;
   *   `crew-center-refused` when it fails on this request alone; `pilot-not-allowed` when it does not let this pilot in
   */
  ask(pilotId: string | null, call: OwnApiCall): Promise<OwnApiAnswer>;
  /**
   * The PIREP that the host takes this id for, and whose it is: hosts compare ids without case, and with what else their database
   * does not tell apart.
   * @returns null when there is none
   * @throws Refusal `crew-center-unavailable`
   */
  findPirep(id: string): Promise<OwnedPirep | null>;
}

export interface OwnedPirep {
  /** As the host spells it. */
  readonly pirepId: string;
  readonly pilotId: string;
}

export interface OwnApiCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below the API, with its query: `/flights?page=2`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** Such a call as a client made it. */
export interface HostApiCall extends OwnApiCall {
  /** It came through the crew center and holds one of its workers until the response is sent. */
  readonly holdsWorker: boolean;
}

export interface OwnApiAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

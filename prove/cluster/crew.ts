import type { Credentials, StartRequest } from '../../src/client/client.ts';
import type { Galera } from '../../test/hosts/galera/galera.ts';

/** A stand-in of a crew center whose pilots fly in the proof. */
export interface Crew extends AsyncDisposable {
  /** How each pilot signs in. */
  readonly pilots: readonly Credentials[];
  /** Makes a folder that a server takes for this site, and returns the settings that lead there. */
  settings(folder: string): Readonly<Record<string, string>>;
  /**
   * What this pilot flies next.
   * @param pilot - index of `pilots`
   * @param flight - how many the pilot flew before
   */
  nextFlight(pilot: number, flight: number): Promise<StartRequest>;
  /**
   * Every PIREP of the pilots of the proof, by its id, with its track.
   * @param galera - a crew center that keeps no track: as the journal has it
   */
  pireps(galera: Galera): Promise<ReadonlyMap<string, StoredPirep>>;
}

export interface StoredPirep {
  /** Filed: pending or accepted. */
  readonly isFiled: boolean;
  /** Latitudes of its track in order. */
  readonly lats: readonly number[];
}

import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { PublicKey } from '../../lib/minisign.ts';
import { Turns } from '../../lib/turns.ts';
import { packageVersion } from '../../lib/version.ts';
import type { DataFormat } from '../../platform/check/subject.ts';
import { packedFolders, packedName } from '../../platform/site/packed-files.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { ProgramState, ProgramUpdates, UploadedVersion } from '../../web/program-updates.ts';
import { readVersions } from '../backups/before-upgrade.ts';
import { saveRestoreRequest } from '../backups/restore-request.ts';
import { dataSentence, upgradedData } from '../releases/release.ts';
import { UntrustedReleaseError } from '../releases/trust.ts';
import { findUploaded, type UploadedProgram } from './packed-parts.ts';
import type { LastUpdate, ProgramPlace } from './program-place.ts';
import { removePacked } from './remove-packed.ts';
import { openTrusted } from './trusted-program.ts';
import { ProgramRoomError, unpackProgram } from './unpack-program.ts';

export interface ProgramNeeds {
  /** Null where this program was not set up through the folder of a site. */
  readonly place: ProgramPlace | null;
  readonly dataDirectory: string;
  /** The folder of the crew center; null without one. */
  readonly site: string | null;
  readonly keys: readonly PublicKey[];
  readonly formats: readonly DataFormat[];
  readonly clock: Clock;
  /** Copies the data as they are, and returns the folder. */
  copyData(): Promise<string>;
  saveAudit(actor: string, action: string, subject: string, detail: string | null): Promise<void>;
}

const noPlace =
  'This program was not set up through the folder of a site. Install a newer release as it was installed (docs/upgrading.md).';

/** Updates of the program of a private place, one at a time. */
export class Programs implements ProgramUpdates {
  readonly #needs: ProgramNeeds;
  readonly #turns = new Turns();
  readonly #switched = Promise.withResolvers<string>();

  constructor(needs: ProgramNeeds) {
    this.#needs = needs;
  }

  /** Whether there is a place whose program can be exchanged. */
  get isInPlace(): boolean {
    return this.#needs.place !== null;
  }

  /** Whether it knows a key by which an uploaded program may be signed. */
  get canVerify(): boolean {
    return this.#needs.place !== null && this.#needs.keys.length > 0;
  }

  /** Settles with the version when the next start takes another one: this process should end. */
  get switched(): Promise<string> {
    return this.#switched.promise;
  }

  async readProgram(): Promise<ProgramState> {
    const place = this.#requirePlace();
    const { before, chosen } = place;
    const current = packageVersion();
    return {
      current,
      next: chosen === current ? null : chosen,
      uploaded: this.#findUploaded(null).map((each) => this.#describe(each)),
      before: before === null ? null : { version: before, ...this.#whatReturnLoses(before, place.lastUpdate) },
    };
  }

  updateProgram(actor: string, from: string | null): Promise<string> {
    return this.#turns.run('program', () => inWords(() => this.#update(actor, from)));
  }

  returnProgram(actor: string, mayLose: boolean): Promise<string> {
    return this.#turns.run('program', () => inWords(() => this.#return(actor, mayLose)));
  }

  async #update(actor: string, from: string | null): Promise<string> {
    const place = this.#requirePlace();
    const { keys, formats, clock, copyData, saveAudit } = this.#needs;
    const uploaded = this.#choose(from);
    using trusted = openTrusted(uploaded, keys);
    const { packed, keyId } = trusted;
    const { version } = packed.head;
    await unpackProgram(packed, place.programs);
    const backup = upgradedData(packed.head, formats).length === 0 ? null : await copyData();
    const current = packageVersion();
    place.choose(version, { from: current, to: version, at: clock.now(), backup });
    await saveAudit(actor, 'program-update', version, `from ${current}, signed by ${keyId}`);
    await place.removeOthers([version, current]);
    removePacked(uploaded);
    this.#switched.resolve(version);
    return version;
  }

  async #return(actor: string, mayLose: boolean): Promise<string> {
    const place = this.#requirePlace();
    const { dataDirectory, clock, saveAudit } = this.#needs;
    const { before, lastUpdate } = place;
    if (before === null) throw invalid('There is no version to return to: this one was not updated in this place.');
    const { loses, problem } = this.#whatReturnLoses(before, lastUpdate);
    if (problem !== null) throw invalid(problem);
    if (loses !== null && !mayLose) throw invalid(`${loses} Confirm that to return.`);
    const current = packageVersion();
    if (loses !== null) saveRestoreRequest(dataDirectory, lastUpdate?.backup ?? null);
    place.choose(before, { from: current, to: before, at: clock.now(), backup: null });
    await saveAudit(actor, 'program-return', before, `from ${current}`);
    this.#switched.resolve(before);
    return before;
  }

  #whatReturnLoses(before: string, update: LastUpdate | null) {
    const known = this.#needs.place?.dataOf(before) ?? {};
    const stored = readVersions(this.#needs.dataDirectory);
    const newer = Object.entries(known).filter(([file, version]) => (stored.get(file) ?? 0) > version);
    if (newer.length === 0) return { loses: null, problem: null };
    const names = newer.map(([file, version]) => `${file} ${version} to ${stored.get(file)}`).join(', ');
    const upgraded = `The data were upgraded since (${names}).`;
    if (update?.from !== before || update.backup === null) {
      const problem = `${upgraded} ${before} cannot read them, and no copy of the data of then is known: restore a backup with \`tracker restore\` first.`;
      return { loses: null, problem };
    }
    const when = new Date(update.at).toISOString().slice(0, 16).replace('T', ' ');
    const loses = `${upgraded} Returning to ${before} restores the copy of ${when} UTC: flights, positions and settings that came since then are lost here; PIREPs that were filed stay in the crew center.`;
    return { loses, problem: null };
  }

  #describe(uploaded: UploadedProgram): UploadedVersion {
    const { keys, formats } = this.#needs;
    try {
      using trusted = openTrusted(uploaded, keys);
      const { head } = trusted.packed;
      const usable = { version: head.version, signedBy: trusted.keyId, data: dataSentence(head, formats) };
      return { name: uploaded.name, usable, problem: null };
    } catch (error) {
      if (!(error instanceof UntrustedReleaseError)) throw error;
      return { name: uploaded.name, usable: null, problem: error.message };
    }
  }

  /** @throws Refusal where there is none; the one for this system where there are several */
  #choose(from: string | null): UploadedProgram {
    const all = this.#findUploaded(from);
    const uploaded = all.find(({ name }) => name === `program-${process.platform}-${process.arch}`) ?? all[0];
    if (uploaded !== undefined) return uploaded;
    const where = from ?? this.#uploadFolders().join(' or ');
    throw invalid(`There is no packed program in ${where}: upload the new zip, or its parts.`);
  }

  #findUploaded(from: string | null): readonly UploadedProgram[] {
    return (from === null ? this.#uploadFolders() : [folderOf(from)]).flatMap((folder) => findUploaded(folder));
  }

  #uploadFolders(): readonly string[] {
    const { site } = this.#needs;
    return site === null ? [] : Object.values(packedFolders).map((folder) => join(site, folder));
  }

  #requirePlace(): ProgramPlace {
    const { place } = this.#needs;
    if (place === null) throw new Refusal('not-offered', { message: noPlace });
    return place;
  }
}

/** A part stands for the folder in which it lies. */
function folderOf(path: string): string {
  const [, folder = '.', name = ''] = /^(?:(.*)\/)?([^/]*)$/s.exec(path) ?? [];
  return packedName.test(name) ? folder || '/' : path;
}

const invalid = (message: string) => new Refusal('invalid', { message });

async function inWords<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof UntrustedReleaseError || error instanceof ProgramRoomError) throw invalid(error.message);
    if (error instanceof Error && 'syscall' in error)
      throw invalid(`The program cannot be exchanged: ${error.message}`);
    throw error;
  }
}

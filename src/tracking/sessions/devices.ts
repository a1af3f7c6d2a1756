import type { Journal } from '../../journal/journal.ts';
import { networkOf } from '../../lib/network.ts';
import { isRefusal } from '../refusals.ts';
import type { NoteMemory } from './known-networks.ts';
import { type Device, isKeySession, type LastUse, type Session } from './session-model.ts';
import type { Sessions, UsedSession } from './sessions.ts';

/** How exactly the time of the last use is stored. */
const storedEveryMs = 3_600_000;

/** The newest request of each session, by the digest of its token. */
type Uses = ReadonlyMap<string, LastUse>;

/** The clients and browsers in which pilots are signed in. From where each was used last is stored, in a note for each pilot. */
export class Devices {
  readonly #sessions: Sessions;
  readonly #notes: NoteMemory;
  /** Pilots who had sessions when the server started: those may have expired meanwhile, and their notes go. */
  readonly #before: Set<string>;
  /** What the notes have, by pilot, as far as it was read. */
  readonly #stored = new Map<string, Uses>();

  constructor(sessions: Sessions, journal: NoteMemory & Pick<Journal, 'initial'>) {
    this.#sessions = sessions;
    this.#notes = journal;
    this.#before = new Set(journal.initial.sessions.map(({ pilotId }) => pilotId));
  }

  /** Those of this session's pilot, the last used first. */
  list({ tokenHash: own, pilot }: Session): readonly Device[] {
    const sessions = this.#sessions.ofPilot(pilot.id);
    const uses = usesOf(sessions, this.#storedOf(pilot.id));
    const devices = sessions.map(({ tokenHash, createdAt, expiresAt }) => ({
      id: this.#sessions.idOf(tokenHash),
      createdAt,
      expiresAt,
      lastUse: uses.get(tokenHash) ?? null,
      isByKey: isKeySession(tokenHash),
      isCurrent: tokenHash === own,
    }));
    return devices.toSorted((one, other) => (other.lastUse?.at ?? 0) - (one.lastUse?.at ?? 0));
  }

  /** Ends those of this session's pilot that have these ids. Returns how many. */
  async end({ pilot }: Session, ids: readonly string[]): Promise<number> {
    const ended = this.#sessions
      .ofPilot(pilot.id)
      .map(({ tokenHash }) => tokenHash)
      .filter((hash) => ids.includes(this.#sessions.idOf(hash)));
    await this.#sessions.end(ended);
    return ended.length;
  }

  /** From where the sessions of this pilot were used last, for a copy of what is kept. */
  usesOf(pilotId: string): readonly Pick<Device, 'createdAt' | 'expiresAt' | 'lastUse'>[] {
    const sessions = this.#sessions.ofPilot(pilotId);
    const uses = usesOf(sessions, this.#storedOf(pilotId));
    return sessions.map(({ tokenHash, createdAt, expiresAt }) => ({
      createdAt,
      expiresAt,
      lastUse: uses.get(tokenHash) ?? null,
    }));
  }

  /** Stores what is new. What cannot be stored now is tried again in the next round. */
  async save(): Promise<void> {
    const byPilot = Map.groupBy(this.#sessions.used(), ({ pilot }) => pilot.id);
    for (const pilotId of new Set([...this.#before, ...this.#stored.keys(), ...byPilot.keys()])) {
      try {
        const stored = this.#storedOf(pilotId);
        // One that ended while others were stored is not stored again.
        const live = (byPilot.get(pilotId) ?? []).filter(({ tokenHash }) => this.#sessions.isLive(tokenHash));
        const uses = usesOf(live, stored);
        if (!isStored(uses, stored)) await this.#saveOf(pilotId, uses);
        this.#before.delete(pilotId);
      } catch (error) {
        if (isRefusal(error, 'data-damaged')) continue;
        if (isRefusal(error)) return;
        throw error;
      }
    }
  }

  /** Forgets from where the sessions of a pilot were used. */
  async forget(pilotId: string): Promise<void> {
    // Also where none is known: one may be on its way to the disk.
    await this.#saveOf(pilotId, new Map());
  }

  async #saveOf(pilotId: string, uses: Uses): Promise<void> {
    await this.#notes.saveNote(noteOf(pilotId), uses.size === 0 ? null : JSON.stringify(Object.fromEntries(uses)));
    if (uses.size === 0) this.#stored.delete(pilotId);
    else this.#stored.set(pilotId, uses);
  }

  #storedOf(pilotId: string): Uses {
    const known = this.#stored.get(pilotId);
    if (known !== undefined) return known;
    const note = this.#notes.readNote(noteOf(pilotId));
    const uses = new Map(Object.entries(JSON.parse(note ?? '{}') as Record<string, LastUse>));
    if (uses.size > 0) this.#stored.set(pilotId, uses);
    return uses;
  }
}

/** The network is enough to recognise a place by. Of one without a request since the server started it is as it was stored. */
function usesOf(sessions: readonly UsedSession[], stored: Uses): Uses {
  return new Map(
    sessions.flatMap(({ tokenHash, source, usedAt }) => {
      const use = source && { program: source.program, network: networkOf(source.address), at: usedAt };
      const last = use ?? stored.get(tokenHash);
      return last === undefined ? [] : [[tokenHash, last] as const];
    }),
  );
}

function isStored(uses: Uses, stored: Uses): boolean {
  if (uses.size !== stored.size) return false;
  return [...uses].every(([tokenHash, { program, network, at }]) => {
    const before = stored.get(tokenHash);
    return before?.program === program && before.network === network && at - before.at < storedEveryMs;
  });
}

function noteOf(pilotId: string): string {
  return `devices-of ${pilotId}`;
}

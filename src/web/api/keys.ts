import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/secret.ts';
import { digest, newId, newToken } from '../../lib/tokens.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { AuditLine, Records } from '../records.ts';

/** What a key allows: a scope opens the routes that name it. */
export const apiScopes = ['flights', 'pireps', 'pilots', 'changes'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** A key of the API for other programs, without its secret. Instants are milliseconds since the epoch. */
export interface ApiKey {
  readonly id: string;
  /** What it is for, as the operator named it. */
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly createdAt: number;
  /** Null: it has no end. */
  readonly expiresAt: number | null;
}

interface StoredKey extends ApiKey {
  /** SHA-256 of the secret, lower-case hex; the secret itself is not stored. */
  readonly hash: string;
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Days until it ends; null: it has no end. */
  readonly days: number | null;
}

const note = 'api-keys';
export const maxKeys = 100;
const maxNameLength = 80;
const maxDays = 3_660;
const dayMs = 24 * 3_600_000;
/** By which programs that look for leaked secrets recognise one. */
const prefix = 'trk_';

/** The keys that the operator made for other programs. A key is shown once, when it is made. */
export class ApiKeys {
  readonly #records: Pick<Records, 'readNote' | 'saveNote'>;
  readonly #clock: Clock;
  #read: { readonly text: string; readonly keys: readonly StoredKey[] } = { text: '[]', keys: [] };
  #saving: Promise<unknown> = Promise.resolve();

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** As they are stored now: another server of a cluster may have stored them. */
  get #keys(): readonly StoredKey[] {
    const text = this.#records.readNote(note) ?? '[]';
    if (text !== this.#read.text) this.#read = { text, keys: JSON.parse(text) as readonly StoredKey[] };
    return this.#read.keys;
  }

  /** Newest first, those that have ended included. */
  list(): readonly ApiKey[] {
    return this.#keys.map(({ hash: _, ...key }) => key).reverse();
  }

  /** Makes a key; its secret is returned here and nowhere else. @throws Refusal `invalid` naming `name`, `scopes` or `days` */
  async create(actor: string, wanted: NewApiKey): Promise<{ readonly key: ApiKey; readonly secret: Secret }> {
    const secret = new Secret(`${prefix}${newToken()}`);
    const key = await this.#inTurn(async () => {
      const made = { id: newId(), ...this.#check(wanted) };
      const entry = this.#entryOf(actor, 'api-key-create', made, made.scopes.join(' '));
      await this.#save([...this.#keys, { ...made, hash: digest(secret.reveal()) }], entry);
      return made;
    });
    return { key, secret };
  }

  /** Ends a key at once. @throws Refusal `not-found` */
  async revoke(actor: string, id: string): Promise<ApiKey> {
    return this.#inTurn(async () => {
      const found = this.#keys.find((each) => each.id === id);
      if (found === undefined) throw new Refusal('not-found', { message: `There is no API key ${id.slice(0, 40)}.` });
      const entry = this.#entryOf(actor, 'api-key-revoke', found, null);
      await this.#save(
        this.#keys.filter((each) => each !== found),
        entry,
      );
      const { hash: _, ...revoked } = found;
      return revoked;
    });
  }

  /** Returns the key with this secret; null if there is none, or it has ended. */
  find(secret: string): ApiKey | null {
    const sought = digest(secret);
    const found = this.#keys.find(({ hash }) => hash === sought);
    return found !== undefined && this.isOpen(found.id) ? found : null;
  }

  /** Whether this key is neither revoked nor at its end. */
  isOpen(id: string): boolean {
    const found = this.#keys.find((key) => key.id === id);
    return found !== undefined && (found.expiresAt === null || this.#clock.now() < found.expiresAt);
  }

  #check({ name, scopes, days }: NewApiKey): Omit<ApiKey, 'id'> {
    if (this.#keys.length >= maxKeys) throw invalid('name', `There are ${maxKeys} keys already. Revoke one first.`);
    const text = name.trim();
    if (text === '' || text.length > maxNameLength)
      throw invalid('name', `Name: enter what the key is for, in at most ${maxNameLength} characters.`);
    const known = apiScopes.filter((scope) => scopes.includes(scope));
    if (known.length === 0 || known.length < new Set(scopes).size)
      throw invalid(
        'scopes',
        `Scopes: these are not known, or there is none. Choose at least one of ${apiScopes.join(', ')}.`,
      );
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= maxDays))
      throw invalid('days', `Valid for (days): enter a whole number from 1 to ${maxDays}, or nothing for no end.`);
    const createdAt = this.#clock.now();
    return { name: text, scopes: known, createdAt, expiresAt: days === null ? null : createdAt + days * dayMs };
  }

  /** One change after the other, because each begins with what the last one stored: else a revoked key would come back. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#saving.then(change);
    this.#saving = changed.catch(() => undefined);
    return changed;
  }

  #save(keys: readonly StoredKey[], entry: AuditLine): Promise<void> {
    return this.#records.saveNote(note, JSON.stringify(keys), entry);
  }

  #entryOf(actor: string, action: string, { id, name }: ApiKey, detail: string | null): AuditLine {
    return { at: this.#clock.now(), actor, action, subject: `${id} ${name}`, detail };
  }
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid', { message, fields: { [field]: message } });
}

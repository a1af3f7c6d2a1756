import type { DatabaseSync } from 'node:sqlite';
import { flagOf, numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Secret } from '../../lib/secret.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import { type Endpoint, endpointKinds, type SigningSecret } from '../endpoint.ts';
import { type EventType, eventTypes } from '../events.ts';

/** The endpoints on disk. Every write waits for the disk: the operator sees a signing key once. */
export class EndpointTable {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = prepare(database);
  }

  /** Oldest first. */
  list(): readonly Endpoint[] {
    return this.#statements.list.all().map(endpointOf);
  }

  save(endpoint: Endpoint): void {
    const { id, kind, name, url, events, secrets, options, isOn, offReason, createdAt } = endpoint;
    const keys = JSON.stringify(secrets.map(({ key, until }) => ({ key: key.reveal(), until })));
    const lists = [JSON.stringify(events), keys, JSON.stringify(options)] as const;
    this.#durably(() =>
      this.#statements.save.run(id, kind, name, url.reveal(), ...lists, isOn ? 1 : 0, offReason, createdAt),
    );
  }

  /** Deletes it with its deliveries; events that no endpoint receives any more go with them. */
  remove(id: string): void {
    this.#durably(() => {
      this.#statements.remove.run(id);
      this.#statements.removeEvents.run();
    });
  }

  #durably(work: () => void): void {
    this.#database.exec('PRAGMA synchronous = FULL');
    try {
      inTransaction(this.#database, work);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }
}

function endpointOf(row: Row): Endpoint {
  const kind = textOf(row, 'kind');
  const known = endpointKinds.find((each) => each === kind);
  if (known === undefined) throw new Error(`an endpoint of the kind ${kind} is stored`);
  const secrets = JSON.parse(textOf(row, 'secrets')) as readonly {
    readonly key: string;
    readonly until: number | null;
  }[];
  return {
    id: textOf(row, 'id'),
    kind: known,
    name: textOf(row, 'name'),
    url: new Secret(textOf(row, 'url')),
    // A newer version may have stored types that this one does not know.
    events: (JSON.parse(textOf(row, 'events')) as readonly string[]).filter(isEventType),
    secrets: secrets.map(({ key, until }): SigningSecret => ({ key: new Secret(key), until })),
    options: JSON.parse(textOf(row, 'options')) as Endpoint['options'],
    isOn: flagOf(row, 'is_on'),
    offReason: textOrNull(row, 'off_reason'),
    createdAt: numberOf(row, 'created_at'),
  };
}

function isEventType(type: string): type is EventType {
  return eventTypes.some((each) => each === type);
}

function prepare(database: DatabaseSync) {
  return {
    list: database.prepare('SELECT * FROM endpoints ORDER BY created_at, id'),
    save: database.prepare(`
      INSERT INTO endpoints (id, kind, name, url, events, secrets, options, is_on, off_reason, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, url = excluded.url, events = excluded.events,
        secrets = excluded.secrets, options = excluded.options, is_on = excluded.is_on, off_reason = excluded.off_reason`),
    remove: database.prepare('DELETE FROM endpoints WHERE id = ?'),
    removeEvents: database.prepare(
      'DELETE FROM events WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event = events.number)',
    ),
  };
}

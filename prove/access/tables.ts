import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Secret } from '../../src/lib/secret.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../../src/platform/embedded/five/five.ts';
import type { World } from '../../test/world.ts';

/** The crew center's own tables, as its staff changes them. Pilots are named by the first part of their e-mail address. */
export interface Tables {
  readonly password: Secret;
  readonly isFive: boolean;
  /** Null in a version without API keys. */
  keyOf(name: string): string | null;
  suspend(name: string): void;
  leave(name: string): void;
  bidsOf(name: string): readonly string[];
  pirepsOf(name: string): readonly string[];
  schedules(): readonly string[];
  /** Everything that is this pilot's, as text. */
  rowsOf(name: string): string;
}

/** States of a pilot: phpVMS 7 app/Models/Enums/UserState.php; phpVMS 5 pilots.retired. */
const states = { suspended: 4, deleted: 5 };
const retired = { suspended: 1, left: 2 };

export function tablesOf(world: World): Tables {
  const isFive = !hasSeven(world);
  const database = new DatabaseSync(join(world.directory, isFive ? fiveFileName : embeddedFileName), {
    timeout: 5_000,
  });
  const email = (name: string) => `${name}@demo-air.example`;
  const setState = database.prepare(
    isFive ? 'UPDATE pilots SET retired = ? WHERE email = ?' : 'UPDATE users SET state = ? WHERE email = ?',
  );
  const texts = (sql: string, ...parameters: string[]) =>
    database
      .prepare(sql)
      .all(...parameters)
      .map((row) => String(Object.values(row)[0]));
  const owned = isFive ? ownedFive : ownedSeven;
  return {
    password: new Secret(demoPassword),
    isFive,
    keyOf: (name) =>
      isFive ? null : String(database.prepare('SELECT api_key FROM users WHERE email = ?').get(email(name))?.api_key),
    suspend: (name) => void setState.run(isFive ? retired.suspended : states.suspended, email(name)),
    leave: (name) => void setState.run(isFive ? retired.left : states.deleted, email(name)),
    bidsOf: (name) => texts(owned.bids, email(name)),
    pirepsOf: (name) => texts(owned.pireps, email(name)),
    schedules: () => texts(isFive ? 'SELECT id FROM schedules' : 'SELECT id FROM flights'),
    rowsOf: (name) => JSON.stringify(Object.values(owned).map((sql) => database.prepare(sql).all(email(name)))),
  };
}

const ownedSeven = {
  bids: 'SELECT id, * FROM bids WHERE user_id = (SELECT id FROM users WHERE email = ?) ORDER BY 1',
  pireps: 'SELECT id, * FROM pireps WHERE user_id = (SELECT id FROM users WHERE email = ?) ORDER BY 1',
  account: 'SELECT id, * FROM users WHERE email = ?',
  comments: `SELECT c.id, c.* FROM pirep_comments c JOIN pireps p ON p.id = c.pirep_id WHERE p.user_id = (SELECT id FROM users WHERE email = ?) ORDER BY 1`,
  fields: `SELECT v.id, v.* FROM pirep_field_values v JOIN pireps p ON p.id = v.pirep_id WHERE p.user_id = (SELECT id FROM users WHERE email = ?) ORDER BY 1`,
  track: `SELECT a.id, a.* FROM acars a JOIN pireps p ON p.id = a.pirep_id WHERE p.user_id = (SELECT id FROM users WHERE email = ?) ORDER BY 1`,
};
const ownedFive = {
  bids: 'SELECT bidid, * FROM bids WHERE pilotid = (SELECT pilotid FROM pilots WHERE email = ?) ORDER BY 1',
  pireps: 'SELECT pirepid, * FROM pireps WHERE pilotid = (SELECT pilotid FROM pilots WHERE email = ?) ORDER BY 1',
  account: 'SELECT pilotid, * FROM pilots WHERE email = ?',
};

function hasSeven(world: World): boolean {
  try {
    return world.embedded !== null;
  } catch {
    return false;
  }
}

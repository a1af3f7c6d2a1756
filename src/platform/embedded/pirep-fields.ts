import type { CrewCenter } from './crew-center.ts';

export type PirepFieldValues = Readonly<Record<string, string>>;

/** Written by an ACARS client (app/Models/Enums/PirepFieldSource.php). */
const acars = 1;

/** Writes one row per name; existing values are replaced. */
export function saveFieldValues(crewCenter: CrewCenter, pirepId: string, fields: PirepFieldValues): void {
  const now = crewCenter.now();
  for (const [name, value] of Object.entries(fields)) {
    crewCenter.run('DELETE FROM pirep_field_values WHERE pirep_id = ? AND name = ?', pirepId, name);
    crewCenter.run(
      `INSERT INTO pirep_field_values (pirep_id, name, slug, value, source, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      pirepId,
      name,
      slugOf(name),
      value,
      acars,
      now,
      now,
    );
  }
}

/** Removes those of these names. */
export function removeFieldValues(crewCenter: CrewCenter, pirepId: string, names: readonly string[]): void {
  for (const name of names)
    crewCenter.run('DELETE FROM pirep_field_values WHERE pirep_id = ? AND name = ?', pirepId, name);
}

/** Returns version 7's slug of a name: `Diversion Airport` is `diversion-airport`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{Mark}/gu, '');
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

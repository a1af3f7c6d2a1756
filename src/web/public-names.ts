import type { NamedPilot, ShownNames } from './live/shown-name.ts';

/** How everybody sees a pilot on the live map, pages of flights and airports, and in the API; `short` is `Ada K.`. */
export const nameForms = ['none', 'short', 'full'] as const;
export type NameForm = (typeof nameForms)[number];

/** Whether this is one of the forms. */
export const isNameForm = (value: unknown): value is NameForm => nameForms.some((each) => each === value);

/** A form of the name that a pilot may choose. */
export interface NameChoice {
  readonly form: NameForm;
  /** What is shown; null for nothing. */
  readonly name: string | null;
  readonly isChosen: boolean;
}

/** Who agreed to be named in public: in posts to Discord, and by which name everywhere else. */
export interface PublicNames extends ShownNames {
  /** Whether the crew center is ours, with everything that is kept of a pilot. */
  readonly isOurs: boolean;
  isNamed(pilotId: string): boolean;
  setNamed(pilotId: string, isNamed: boolean): Promise<void>;
  /** What this pilot may choose, with what is then shown: no more than the airline shows of names, whatever was chosen before. */
  choicesOf(pilot: NamedPilot): readonly NameChoice[];
  setForm(pilotId: string, form: NameForm): Promise<void>;
}

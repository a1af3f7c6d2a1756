/** A pilot who may be named. */
export interface NamedPilot {
  readonly id: string;
  readonly name: string;
}

/** Returns under which name everybody sees a pilot; null for one who is not named. */
export type ShownName = (pilot: NamedPilot) => string | null;

/** By which name each pilot is shown. */
export interface ShownNames {
  /** As it is chosen when a name is first asked for, for one answer. Wherever a name becomes public, it is asked for here. */
  shown(): ShownName;
}

/** Names nobody. */
export const nobodyNamed: ShownNames = { shown: () => () => null };

/**
 * What the PIREP service tells, in the words of version 7 (app/Events). Told after the commit that made it true;
 * plain data, so that it can go to another thread.
 */
export interface PirepEvent {
  readonly name: PirepEventName;
  readonly at: number;
  readonly pirep: PirepSnapshot;
}

export const pirepEventNames = [
  'PirepPrefiled',
  'PirepUpdated',
  'PirepStatusChange',
  'PirepFiled',
  'PirepAccepted',
  'PirepRejected',
  'PirepCancelled',
] as const;
export type PirepEventName = (typeof pirepEventNames)[number];

/** The PIREP as it stood when the event was told. Units as in the crew center: nautical miles, minutes, pounds, feet a minute; instants in milliseconds. */
export interface PirepSnapshot {
  readonly id: string;
  readonly pilotId: string;
  readonly airlineId: string;
  readonly aircraftId: string | null;
  readonly scheduleId: string | null;
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  readonly alternate: string | null;
  readonly state: number;
  readonly status: string;
  readonly distanceNm: number | null;
  readonly flightTimeMin: number | null;
  readonly fuelUsedLb: number | null;
  readonly landingRateFpm: number | null;
  readonly score: number | null;
  readonly blockOffAt: number | null;
  readonly blockOnAt: number | null;
  readonly submittedAt: number | null;
}

export type PirepListener = (event: PirepEvent) => void;

/** Tells listeners in order; one that throws is reported and disturbs nobody. */
export class PirepEvents {
  readonly #listeners = new Set<PirepListener>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  listen(listener: PirepListener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  tell(event: PirepEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

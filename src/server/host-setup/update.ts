import { type Clock, within } from '../../lib/clock.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { Programs } from '../program/programs.ts';

/** What set-up learns of the program that was uploaded. */
export interface SetUpUpdate {
  /** `unknown`: this program knows no key, and PHP unpacks what was uploaded as it did the first time. */
  readonly update: 'running' | 'done' | 'refused' | 'unknown';
  readonly says: string;
}

/** PHP asks again then: hosts end requests that take long. */
const answerMs = 5_000;

/** Has the program verified and unpacked by this one, once at a time however often it is asked for. */
export class UpdateBySetUp {
  readonly #programs: Pick<Programs, 'canVerify' | 'updateProgram'>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #running: Promise<SetUpUpdate> | null = null;

  constructor(
    programs: Pick<Programs, 'canVerify' | 'updateProgram'>,
    clock: Clock,
    onError: (error: unknown) => void,
  ) {
    this.#programs = programs;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** @param pilotId - of the administrator who asks */
  async ask(pilotId: string): Promise<SetUpUpdate> {
    if (!this.#programs.canVerify)
      return {
        update: 'unknown',
        says: 'The program that runs knows no key of releases: who made the upload is not verified.',
      };
    this.#running ??= this.#update(pilotId).finally(() => {
      this.#running = null;
    });
    const running = { update: 'running', says: 'Tracker verifies and unpacks what was uploaded.' } as const;
    return (await within(this.#clock, answerMs, this.#running)) ?? running;
  }

  async #update(pilotId: string): Promise<SetUpUpdate> {
    try {
      const version = await this.#programs.updateProgram(`set-up by pilot ${pilotId}`, null);
      return { update: 'done', says: `Version ${version} was verified and unpacked; it is started now.` };
    } catch (error) {
      if (isRefusal(error)) return { update: 'refused', says: error.detail.message };
      this.#onError(error);
      return { update: 'refused', says: 'The update failed by an error of the server: its log says more.' };
    }
  }
}

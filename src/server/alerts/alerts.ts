import type { Journal } from '../../journal/journal.ts';
import { backoffMs, type Clock } from '../../lib/clock.ts';
import { printableInLine } from '../../lib/printable.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { Trouble } from './troubles.ts';

/** A way to reach staff. */
export interface AlertChannel {
  /** `mail`, `discord`. */
  readonly name: string;
  /** Settles once the message was taken over; it then need not be sent again. */
  send(message: { readonly subject: string; readonly text: string }): Promise<void>;
}

export interface AlertNeeds {
  readonly channel: AlertChannel;
  /** Of the airline, for the subject. */
  airline(): string;
  /** Null while another server reports them. */
  troubles(): Promise<readonly Trouble[] | null>;
  readonly journal: Pick<Journal, 'readNote' | 'saveNote'>;
  readonly clock: Clock;
  /** Called once when messages begin to fail. */
  onFailure(reason: string): void;
}

const lookEveryMs = 60_000;

/** Reports through one channel what is wrong, once when it begins and once when it is over, also across restarts. */
export class Alerts implements AsyncDisposable {
  readonly #needs: AlertNeeds;
  readonly #note: string;
  #failures = 0;
  /** What was reported last, also where that could not be stored. */
  #reported: readonly Trouble[] | null = null;
  #isClosed = false;
  #timer: Disposable;
  #running: Promise<void> | null = null;

  constructor(needs: AlertNeeds) {
    this.#needs = needs;
    this.#note = `alerts-${needs.channel.name}`;
    this.#timer = this.#wait(lookEveryMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#timer[Symbol.dispose]();
    await this.#running;
  }

  #wait(ms: number): Disposable {
    return this.#needs.clock.after(ms, () => {
      this.#running = this.#run().finally(() => {
        this.#running = null;
        if (!this.#isClosed)
          this.#timer = this.#wait(lookEveryMs + (this.#failures > 0 ? backoffMs(this.#failures) : 0));
      });
    });
  }

  async #run(): Promise<void> {
    try {
      await this.#look();
      this.#failures = 0;
    } catch (error) {
      // The mail server is away, or the disk is full: it is tried again, with what is wrong then.
      if (this.#failures === 0 && !this.#isClosed)
        this.#needs.onFailure(error instanceof Error ? error.message : String(error));
      this.#failures += 1;
    }
  }

  async #look(): Promise<void> {
    const { channel, journal } = this.#needs;
    const troubles = await this.#needs.troubles();
    if (troubles === null) return;
    const known = this.#reported ?? readKnown(journal, this.#note);
    const begun = troubles.filter(({ key }) => !known.some((each) => each.key === key));
    const over = known.filter(({ key }) => !troubles.some((each) => each.key === key));
    if (begun.length === 0 && over.length === 0) return;
    await channel.send(messageOf(this.#needs.airline(), begun, over));
    this.#reported = troubles;
    await journal.saveNote(this.#note, troubles.length === 0 ? null : JSON.stringify(troubles));
  }
}

/** Where the note is damaged, everything is reported again. */
function readKnown(journal: AlertNeeds['journal'], name: string): readonly Trouble[] {
  try {
    const note = journal.readNote(name);
    return note === null ? [] : (JSON.parse(note) as readonly Trouble[]);
  } catch (error) {
    if (!isRefusal(error, 'data-damaged')) throw error;
    return [];
  }
}

/** Texts may hold words of a crew center or of a module, and are cut. */
function messageOf(airline: string, begun: readonly Trouble[], over: readonly Trouble[]) {
  const line = ({ text }: Trouble) => `- ${printableInLine(text).slice(0, 300)}`;
  const [first] = begun;
  const count = begun.length > 1 ? ` (and ${begun.length - 1} more)` : '';
  const subject = first === undefined ? 'All is well again' : `${line(first).slice(2)}${count}`;
  const blocks = [
    ...(begun.length === 0 ? [] : [`Needs attention:\n${begun.map(line).join('\n')}`]),
    ...(over.length === 0 ? [] : [`Over:\n${over.map(line).join('\n')}`]),
  ];
  return {
    subject: `Tracker, ${printableInLine(airline)}: ${subject}`.slice(0, 200),
    text: `${blocks.join('\n\n')}\n`,
  };
}

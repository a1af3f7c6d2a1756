import { type EventType, eventTypes } from '../events.ts';

/** What is known of the post about a flight: its message, and the event that it shows. */
export interface PostMemory {
  readonly message: string;
  readonly type: EventType;
  readonly at: number;
}

/** Returns null for what was not written by `writeMemory`. */
export function readMemory(text: string | null): PostMemory | null {
  if (text === null) return null;
  const { message, type, at } = JSON.parse(text) as Partial<PostMemory>;
  const known = eventTypes.find((each) => each === type);
  const isWhole = typeof message === 'string' && /^\d+$/.test(message) && typeof at === 'number';
  return isWhole && known !== undefined ? { message, type: known, at } : null;
}

export function writeMemory(memory: PostMemory): string {
  return JSON.stringify(memory);
}

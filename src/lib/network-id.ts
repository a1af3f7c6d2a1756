/** Both networks number their members. */
const shape = /^\d{3,10}$/;

/** Returns a pilot's id on a network as it was entered; null for what is no member's number. */
export function networkIdOf(text: string | null): string | null {
  const id = (text ?? '').trim();
  return shape.test(id) ? id : null;
}

import { damageIn, isUnreachable } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';

/** Returns the refusal for an error of the file: one that a retry may mend, or damage, which only a repair mends. Others stay as they are. */
export function refusalOf(error: unknown): unknown {
  if (damageIn(error) !== null)
    return new Refusal('data-damaged', {
      message: 'The data of the crew center is damaged here. The operator of the server has to repair it.',
      retryAfterS: 300,
    });
  if (!isUnreachable(error)) return error;
  return new Refusal('crew-center-unavailable', {
    message: 'The crew center is unavailable. Try again in a moment.',
    retryAfterS: 5,
  });
}

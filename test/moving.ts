import { emptyFold } from '../src/tracking/figures/fold.ts';
import type { Moving } from '../src/tracking/flight/changes.ts';
import type { Flight, Position } from '../src/tracking/model.ts';

/** A flight under way as the map's feed hears of it; `fold` is what it has done so far. */
export function moving(
  flight: Flight,
  lastPosition: Position,
  knownPhase: Moving['knownPhase'] = 'climb',
  fold: Partial<Moving['fold']> = {},
): Moving {
  return { flight, lastPosition, knownPhase, fold: { ...emptyFold(), ...fold } };
}

import type { Flight } from '../model.ts';
import type { Outcome, Transition } from './transition.ts';

type AircraftChange = Extract<
  Transition,
  { readonly kind: 'aircraft-changed' | 'aircraft-delivered' | 'aircraft-refused' }
>;

/** Changes are delivered to the crew center one after the other; its response applies to the aircraft that was sent. */
export function withAircraft({ aircraft, pendingAircraft }: Flight, transition: AircraftChange): Outcome {
  if (transition.kind === 'aircraft-changed') {
    const pending = pendingAircraft ?? { from: aircraft };
    return { document: { aircraft: transition.aircraft, pendingAircraft: pending }, change: 'aircraft-changed' };
  }
  const isNewest = aircraft?.id === transition.aircraft?.id;
  if (transition.kind === 'aircraft-delivered')
    return { document: { pendingAircraft: isNewest ? null : { from: transition.aircraft } }, change: null };
  if (!isNewest || pendingAircraft === null) return { document: {}, change: null };
  return { document: { aircraft: pendingAircraft.from, pendingAircraft: null }, change: 'aircraft-changed' };
}

/** Letters of phpVMS 7's FlightType: those that carry passengers, and those that carry cargo or nobody. */
const passengerTypes = 'JCEGOSBDN';
const otherTypes = 'AFHIKMPTWXQRL';

/** Returns `P` for a flight type that carries passengers, `C` for cargo or nobody; null for an unknown one. */
export function passengersOrCargo(flightType: string | null): 'P' | 'C' | null {
  const letter = flightType?.trim().toUpperCase() ?? '';
  if (letter === '') return null;
  return passengerTypes.includes(letter) ? 'P' : otherTypes.includes(letter) ? 'C' : null;
}

import { Refusal } from '../tracking/refusals.ts';

/**
 * An id as a JSON integer. The screens of smartCARS compare bids strictly after they have made a number of the id, so
 * text would never be found again (flight.jsx, background/index.js of the Flight Center).
 * @throws Refusal `not-offered` for a crew center whose ids are no numbers
 */
export function wireId(id: string): number {
  const number = Number(id);
  if (/^\d{1,16}$/.test(id) && Number.isSafeInteger(number) && String(number) === id) return number;
  throw new Refusal('not-offered', {
    message: 'The ids of this crew center are not whole numbers, and this client can use no others.',
  });
}

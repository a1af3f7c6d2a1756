import { Type } from 'typebox';
import { refusalAnswers, type WireRefusal } from '../../http/refusal-answers.ts';
import type { Flight, FlightState } from '../../tracking/model.ts';
import type { Refusal, RefusalCode } from '../../tracking/refusals.ts';

/** As the module answers them: 404 where no flight is active, 409 for one that is no longer (FlightsController.php). */
export const stratosRefusals: Readonly<Record<RefusalCode, WireRefusal>> = {
  ...refusalAnswers,
  'no-open-flight': { ...refusalAnswers['no-open-flight'], status: 404 },
  'password-login-disabled': { ...refusalAnswers['password-login-disabled'], status: 401 },
};

export const stratosRefusalSchema = Type.Object({
  success: Type.Boolean({ description: 'false' }),
  error: Type.String({ description: 'What is wrong, and what to do' }),
  message: Type.String({ description: 'The same' }),
  state: Type.Optional(Type.Integer({ description: 'State of the flight’s PIREP, as phpVMS 7 numbers them' })),
  pirep_id: Type.Optional(Type.String({ description: 'Its id' })),
});

/** Of PIREPs that are no longer in progress, as phpVMS 7 numbers them (`PirepState`): pending, cancelled. */
const pirepStates: Partial<Record<FlightState, number>> = { filing: 1, filed: 1, cancelled: 3, abandoned: 3 };
const accepted = 2;

function stateOf({ state, receipt }: Flight): number | undefined {
  return receipt?.pirepState === 'accepted' ? accepted : pirepStates[state];
}

/** The module has `{success, error}` for tokens, `{error}` for flights and `{message}` for starts: one body has them all. */
export function encodeStratosRefusal({ detail }: Refusal) {
  const { message, fields = {}, flight } = detail;
  const faults = Object.entries(fields).map(([name, fault]) => `${wireNames.get(name) ?? name} ${fault}`);
  const text = faults.length === 0 ? message : `${faults.join('; ')}.`;
  const state = flight === undefined ? undefined : stateOf(flight);
  const ended = state === undefined ? {} : { state, pirep_id: flight?.pirepId ?? flight?.id };
  const body = { success: false, error: text, message: text, ...ended };
  return { contentType: 'application/json; charset=utf-8', body };
}

const wireNames: ReadonlyMap<string, string> = new Map([
  ['lat', 'latitude'],
  ['lon', 'longitude'],
  ['bidId', 'bid_id'],
  ['aircraft', 'aircraft_id'],
]);

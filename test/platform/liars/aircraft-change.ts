import { isRefusal } from '../../../src/tracking/refusals.ts';
import { type Liar, liar } from './liar.ts';

const changes = 'aircraft of a flight: it changes';
const stays = 'aircraft of a flight: an unknown one';

export const aircraftChangeLiars: readonly Liar[] = [
  liar('keeps the aircraft that a flight began with', changes, () => ({ changeAircraft: async () => undefined })),
  liar('refuses the aircraft that a flight has already', changes, (honest, { host }) => ({
    changeAircraft: async (flight) => {
      const [pirep] = await host.listPireps(flight.pilotId);
      if (pirep?.aircraftId === flight.aircraft?.id) throw new Error('it has that aircraft already');
      await honest.changeAircraft(flight);
    },
  })),
  liar('says nothing of an aircraft that it refuses', stays, (honest) => ({
    changeAircraft: (flight) =>
      honest.changeAircraft(flight).catch((error: unknown) => {
        if (!isRefusal(error, 'invalid')) throw error;
      }),
  })),
];

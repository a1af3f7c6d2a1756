import type { TrackedFlight, TrackerClient } from '../../client/client.ts';
import { fileStore } from '../../client/file-store.ts';
import type { Position } from '../../client/wire-types.ts';
import type { Place } from '../../lib/geo.ts';
import { CommandError } from '../command.ts';
import { chooseBid } from './bid-choice.ts';
import type { Begun } from './playback.ts';
import type { Recording } from './recording.ts';

export interface TakeUpOrder {
  readonly bidId: string | null;
  readonly registration: string | null;
  readonly recording: Recording;
  readonly stateFile: string;
  remark(text: string): void;
}

export interface TakenUp {
  readonly flight: TrackedFlight;
  /** The newest position that was told before; null for a flight that begins. */
  readonly begun: Begun | null;
  readonly resumed: boolean;
  /** Only its receipt is missing. */
  readonly isFlown: boolean;
}

/** The flight that an earlier run left, or a new one. @throws CommandError, TrackerError */
export async function takeUp(client: TrackerClient, order: TakeUpOrder): Promise<TakenUp> {
  const left = await client.resumeFlight();
  if (left !== null && (order.bidId === null || left.view?.bid_id === order.bidId)) return await resume(left, order);
  left?.close();
  const { departure, arrival } = order.recording;
  const bid = await chooseBid(client, { bidId: order.bidId, departure, arrival });
  if ('ident' in bid) order.remark(`Flying bid ${bid.id}: ${bid.ident} ${bid.departure.icao}–${bid.arrival.icao}.`);
  if ('ident' in bid && bid.arrival.icao !== arrival)
    order.remark(`The recording ends at ${arrival}: this will be a diversion.`);
  const flight = await client.startFlight({
    bid_id: bid.id,
    ...(order.registration === null ? {} : { registration: order.registration }),
  });
  return { flight, begun: begunAt(flight.newestPosition, order.recording), resumed: false, isFlown: false };
}

async function resume(flight: TrackedFlight, order: TakeUpOrder): Promise<TakenUp> {
  const { view } = flight;
  if (view?.state === 'cancelled' || view?.state === 'abandoned') {
    await fileStore(order.stateFile).clear();
    const why = view.reason == null ? '' : ` (${view.reason})`;
    throw new CommandError(`The flight that an earlier run began was ${view.state}${why}. Run again to begin anew.`);
  }
  const begun = begunAt(flight.newestPosition, order.recording);
  order.remark(
    `Taking up the open flight ${flight.flightId ?? ''} after ${begun === null ? 0 : begun.index + 1} positions.`,
  );
  // Version 5 shows the open flight only: one that was named and is not shown has ended.
  const hasEnded = view === null ? flight.flightId !== null : view.state === 'filing' || view.state === 'filed';
  return { flight, begun, resumed: true, isFlown: hasEnded };
}

/** @throws CommandError when what was told before is no sample of this recording: two flights must not be fused. */
function begunAt(newest: Position | null, recording: Recording): Begun | null {
  if (newest === null) return null;
  const index = (newest.seq ?? 0) - 1;
  const sample = recording.samples[index];
  if (sample === undefined || !isSamePlace(sample, newest)) {
    throw new CommandError("The pilot's open flight is not one of this recording. Finish or cancel it first.");
  }
  return { index, recordedAt: Date.parse(newest.recorded_at ?? '') };
}

/** A server may keep places to a centimetre only. */
function isSamePlace(one: Place, other: Place): boolean {
  return Math.abs(one.lat - other.lat) < 1e-6 && Math.abs(one.lon - other.lon) < 1e-6;
}

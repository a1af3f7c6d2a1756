import type { TrackedFlight, TrackerClient } from '../../client/client.ts';
import { fileStore } from '../../client/file-store.ts';
import type { Position } from '../../client/wire-types.ts';
import type { Place } from '../../lib/geo.ts';
import { CommandError } from '../command.ts';
import { chooseBid } from './bid-choice.ts';
import type { Begun } from './playback.ts';
import type { Recording } from './recording.ts';

export interface OpenFlightOrder {
  readonly bidId: string | null;
  readonly registration: string | null;
  readonly recording: Recording;
  readonly stateFile: string;
  remark(text: string): void;
}

export interface OpenFlight {
  readonly flight: TrackedFlight;
  /** The newest position reported before; null for a new flight. */
  readonly begun: Begun | null;
  readonly resumed: boolean;
  /** True if only the receipt is missing. */
  readonly isFlown: boolean;
}

/** Resumes the flight of an earlier run, or starts a new one. @throws CommandError, TrackerError */
export async function resumeOrStart(client: TrackerClient, order: OpenFlightOrder): Promise<OpenFlight> {
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

async function resume(flight: TrackedFlight, order: OpenFlightOrder): Promise<OpenFlight> {
  const { view } = flight;
  if (view?.state === 'cancelled' || view?.state === 'abandoned') {
    await fileStore(order.stateFile).clear();
    const why = view.reason == null ? '' : ` (${view.reason})`;
    throw new CommandError(
      `The flight that an earlier run started was ${view.state}${why}. Run again to start a new one.`,
    );
  }
  const begun = begunAt(flight.newestPosition, order.recording);
  order.remark(
    `Resuming the open flight ${flight.flightId ?? ''} after ${begun === null ? 0 : begun.index + 1} positions.`,
  );
  // Version 5 returns only the open flight: a known flight that is not returned has ended.
  const hasEnded = view === null ? flight.flightId !== null : view.state === 'filing' || view.state === 'filed';
  return { flight, begun, resumed: true, isFlown: hasEnded };
}

/** @throws CommandError if the last reported position is not in this recording: two flights must not be mixed. */
function begunAt(newest: Position | null, recording: Recording): Begun | null {
  if (newest === null) return null;
  const index = (newest.seq ?? 0) - 1;
  const sample = recording.samples[index];
  if (sample === undefined || !isSamePlace(sample, newest)) {
    throw new CommandError("The pilot's open flight does not match this recording. Finish or cancel it first.");
  }
  return { index, recordedAt: Date.parse(newest.recorded_at ?? '') };
}

/** A server may store positions with centimetre precision. */
function isSamePlace(one: Place, other: Place): boolean {
  return Math.abs(one.lat - other.lat) < 1e-6 && Math.abs(one.lon - other.lon) < 1e-6;
}

import type { Calls } from '../../tracking/calls.ts';
import { Changes } from '../../tracking/flight/changes.ts';
import type { OperatorCalls } from '../../tracking/operator-calls.ts';
import type { SeenFlight, Tracking } from '../../tracking/running.ts';
import { wholeOperator } from '../whole-operator.ts';
import { coresAsMembers } from './as-members.ts';
import type { Cores } from './cores.ts';

export interface CoreTrackingNeeds {
  /** A core without flights. */
  readonly base: Tracking;
  readonly cores: Cores;
  readonly calls: Calls;
  readonly onError: (error: unknown) => void;
}

/** The operator's calls for the pilots of all cores. */
function operatorOf(base: Tracking, cores: Cores): OperatorCalls {
  // The core without flights has no journal of pilots.
  const all = wholeOperator(base.operator, coresAsMembers(cores), async () => true);
  return {
    ...all,
    // Only who has the pilot's sessions may say that they are ended.
    endSessions: async (actor, pilotId, ...one) =>
      (pilotId === null ? all : cores.requireOf(pilotId).tracking.operator).endSessions(actor, pilotId, ...one),
  };
}

/** All cores of this server as one. */
export function coreTracking({ base, cores, calls, onError }: CoreTrackingNeeds): Tracking {
  const changes = new Changes(onError);
  cores.listen((core) => core.tracking.changes.listen((change) => changes.notify(change)));
  const flights: Iterable<SeenFlight> = {
    *[Symbol.iterator]() {
      for (const { tracking } of cores.all()) yield* tracking.flights;
    },
  };
  const ofPilots = () => cores.all().map(({ tracking }) => tracking.forPeers);
  return {
    calls,
    changes,
    flights,
    close: base.close,
    operator: operatorOf(base, cores),
    follow(name, handle) {
      cores.follow(name, handle);
      return base.follow(name, handle);
    },
    forPeers: {
      pilotOf: (tokenHash) =>
        ofPilots()
          .map((each) => each.pilotOf(tokenHash))
          .find((id) => id !== null) ?? null,
      noteLoginFailure: (failure) => {
        for (const each of [base.forPeers, ...ofPilots()]) each.noteLoginFailure(failure);
      },
    },
  };
}

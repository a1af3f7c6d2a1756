import type { Clock } from '../../../src/lib/clock.ts';
import type { Capabilities, Platform } from '../../../src/platform/port.ts';
import { type Conduct, goodConduct } from './conduct.ts';
import { ModelHost } from './host.ts';
import { Line, type UnderWay } from './line.ts';
import { ModelPlatform } from './model-platform.ts';

/** What the crew centers of each generation can do. */
const capabilitiesOf: Readonly<Record<5 | 7, Capabilities>> = {
  5: { pirepAtStart: false, apiKeys: true, track: false, liveEvents: false, adminSettings: true },
  7: { pirepAtStart: true, apiKeys: true, track: true, liveEvents: true, adminSettings: true },
};

/** A crew center in memory, which survives the servers that work with it. */
export class ModelCrewCenter {
  readonly host: ModelHost;
  conduct: Conduct = goodConduct;
  readonly #underWay: UnderWay = new Map();

  /** @param clock - the crew center's own, by which its work gets done */
  constructor(clock: Clock, generation: 5 | 7, duplicateMin = 5) {
    this.host = new ModelHost({ capabilities: capabilitiesOf[generation], clock, duplicateMin });
  }

  /** Connects a server. @param clock - the server's: answers that come after its end are lost */
  open(clock: Clock): Platform {
    const conduct: Conduct = { courseOf: (call) => this.conduct.courseOf(call) };
    return new ModelPlatform(this.host, new Line(this.host, clock, conduct, this.#underWay));
  }
}

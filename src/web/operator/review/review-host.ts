import type { PirepDetail } from '../../../tracking/desk-model.ts';
import type { toHostFlight } from '../../../tracking/figures/flight-view.ts';

type HostFlight = ReturnType<typeof toHostFlight>;

/** State of a PIREP that was filed. */
export type FiledState = PirepDetail['state'];
/** State of a PIREP at the crew center. */
export type PirepState = FiledState | 'open' | 'cancelled';

/** What reviewing needs of the crew center; the methods are those of its port. */
export interface ReviewHost {
  readonly desk: {
    readonly readPirep:
      | ((pilotId: string, pirepId: string) => Promise<Pick<PirepDetail, 'comments'> | null>)
      | { readonly notOffered: string };
  };
  findPirep(flight: HostFlight): Promise<{ readonly state: PirepState } | null>;
  listPending?(limit: number): Promise<readonly string[]>;
  decidePirep?(
    pirepId: string,
    wish: { readonly decision: 'accept' | 'reject'; readonly from: readonly FiledState[] },
  ): Promise<{ readonly state: PirepState }>;
  commentPirep?(flight: HostFlight, text: string): Promise<void>;
  findPirepPage?(pirepId: string): Promise<string>;
}

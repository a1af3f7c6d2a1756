/** Packages that a page loads as plain scripts before the modules. */
import type UPlot from 'uplot';

declare global {
  const uPlot: typeof UPlot;
  type uPlot = UPlot;
  namespace uPlot {
    type Options = UPlot.Options;
    type AlignedData = UPlot.AlignedData;
  }
}

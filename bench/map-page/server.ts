import { bundledPages } from '../../test/bundled-pages.ts';
import type { ServerPart } from '../../test/server-program.ts';

/** The server with the scripts of the package, in place of the modules of a checkout. */
export async function prepare(): Promise<ServerPart> {
  return { replace: { assets: await bundledPages() } };
}

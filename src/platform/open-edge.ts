import { resolve } from 'node:path';
import { CrewCenterError } from './crew-center.ts';
import { recognise } from './open.ts';
import { openEdgeKit as openPhpvms5 } from './phpvms5/edge-install.ts';
import { openEdgeKit as openPhpvms7 } from './phpvms7/edge-install.ts';
import type { EdgeKit, EdgeKitOptions } from './site/edge-kit.ts';

/**
 * Opens the edge for the crew center in this folder.
 * @throws CrewCenterError when there is none, or its configuration cannot be read
 */
export async function openEdgeKit(folder: string, options: EdgeKitOptions): Promise<EdgeKit> {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === 'phpvms5') return openPhpvms5(path, options);
  if (kind === 'phpvms7') return openPhpvms7(path, options);
  throw new CrewCenterError(
    `${path} is not a crew center in which an edge can be installed. Give the folder of a phpVMS 7 or phpVMS 5 site.`,
  );
}

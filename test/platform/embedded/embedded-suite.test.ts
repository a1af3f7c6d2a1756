import { after } from 'node:test';
import { platformSuite } from '../../../src/platform/suite.ts';
import { openEmbeddedWorlds } from './suite-world.ts';

const worlds = await openEmbeddedWorlds();
after(() => worlds.dispose());

platformSuite('embedded', () => worlds.open());

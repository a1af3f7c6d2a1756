import { after } from 'node:test';
import { platformSuite } from '../../../../src/platform/suite.ts';
import { openFiveWorlds } from './suite-world.ts';

const worlds = await openFiveWorlds();
after(() => worlds.dispose());

platformSuite('embedded as version 5', () => worlds.open());

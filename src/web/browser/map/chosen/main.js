import { figures, say } from '../../visitor/visitor.js';
import { Scenery } from './scenery.js';

/** Sets up what belongs to a chosen flight; loaded after the first aircraft are drawn. @param {{ holder: HTMLElement, view: import('../view.js').MapView }} page */
export function setUpChosen({ holder, view }) {
  view.scene.scenery = new Scenery(holder, { say, figures });
  view.redraw();
}

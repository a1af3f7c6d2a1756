import { assetAt } from '../asset-at.js';
import { Painter } from './painter.js';
import { writeIn } from './place-names.js';

/** @typedef {import('./painter.js').Picture} Picture */

/** The first message is the language of names; every other one is a picture to draw, and its bitmap is the answer. */
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d');
/** @type {Painter | null} */
let painter = null;
let hasFont = false;

addEventListener('message', ({ data }) => {
  if (painter === null) {
    painter = new Painter(data, () => postMessage('loaded'));
    return;
  }
  if (context === null) return;
  const picture = /** @type {Picture} */ (data);
  canvas.width = picture.frame.width * picture.frame.density;
  canvas.height = picture.frame.height * picture.frame.density;
  painter.paint(context, picture);
  if (picture.hasRelief && !hasFont) {
    hasFont = true;
    loadFont();
  }
  const bitmap = canvas.transferToImageBitmap();
  postMessage({ bitmap, frame: picture.frame }, { transfer: [bitmap] });
});

/** A worker does not have the fonts of its page. Names stay in the system's typeface where it cannot be loaded. */
function loadFont() {
  const face = new FontFace('Inter', `url("${assetAt('font/inter-latin.woff2')}")`, { weight: '400 700' });
  const take = () => {
    /** @type {{ fonts: FontFaceSet }} */ (/** @type {unknown} */ (self)).fonts.add(face);
    writeIn('Inter');
    postMessage('loaded');
  };
  face.load().then(take, () => {});
}

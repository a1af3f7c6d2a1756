import { Painter } from './painter.js';

/** @typedef {import('./painter.js').Picture} Picture */

/** The first message is the language of names; every other one is a picture to draw, and its bitmap is the answer. */
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d');
/** @type {Painter | null} */
let painter = null;

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
  const bitmap = canvas.transferToImageBitmap();
  postMessage({ bitmap, frame: picture.frame }, { transfer: [bitmap] });
});

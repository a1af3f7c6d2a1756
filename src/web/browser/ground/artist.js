import { assetAt } from '../asset-at.js';
import { Painter } from './painter.js';

/** @typedef {import('./painter.js').Picture} Picture */
/** @typedef {{ onDrawn: (frame: Picture['frame']) => void, onLoaded: () => void }} Events `onDrawn`: the canvas shows this frame from now on */

/** Draws in a worker, so that the page never waits for it; in the page where the browser cannot. @param {HTMLCanvasElement} canvas @param {string} language @param {Events} events @returns {(picture: Picture) => void} */
export function createArtist(canvas, language, events) {
  // Safari before 16.4 has no canvas in workers.
  const hasCanvas = typeof OffscreenCanvas === 'function' && 'transferToImageBitmap' in OffscreenCanvas.prototype;
  return hasCanvas ? inWorker(canvas, language, events) : inPage(canvas, language, events);
}

/** @param {HTMLCanvasElement} canvas @param {string} language @param {Events} events */
function inWorker(canvas, language, { onDrawn, onLoaded }) {
  const worker = new Worker(assetAt('ground/ground-worker.js'), { type: 'module' });
  const output = canvas.getContext('bitmaprenderer');
  worker.addEventListener('message', ({ data }) => {
    if (data === 'loaded') {
      onLoaded();
      return;
    }
    resize(canvas, data.frame);
    output?.transferFromImageBitmap(data.bitmap);
    onDrawn(data.frame);
  });
  worker.postMessage(language);
  return (/** @type {Picture} */ picture) => worker.postMessage(picture);
}

/** @param {HTMLCanvasElement} canvas @param {string} language @param {Events} events */
function inPage(canvas, language, { onDrawn, onLoaded }) {
  const painter = new Painter(language, onLoaded);
  const context = canvas.getContext('2d');
  return (/** @type {Picture} */ picture) => {
    resize(canvas, picture.frame);
    if (context !== null) painter.paint(context, picture);
    // As late as a worker's answer, so that both are the same for the caller.
    queueMicrotask(() => onDrawn(picture.frame));
  };
}

/** @param {HTMLCanvasElement} canvas @param {Picture['frame']} frame */
function resize(canvas, { width, height, density }) {
  canvas.width = width * density;
  canvas.height = height * density;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/**
 * One canvas over the whole view of a Leaflet map, redrawn by its owner.
 * `place(lat, lon)` returns pixels of the view; `copies` are the offsets of the visible copies of the world (…, −360, 0, 360, …).
 */
export class CanvasLayer {
  /** @param {L.Map} map without zoom animation @param {(context: CanvasRenderingContext2D, view: View) => void} draw */
  constructor(map, draw) {
    this.map = map;
    this.draw = draw;
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'flights-canvas';
    this.canvas.setAttribute('aria-hidden', 'true');
    map.getContainer().append(this.canvas);
    const context = this.canvas.getContext('2d');
    if (context === null) throw new Error('This browser does not support canvas drawing.');
    this.context = context;
    map.on('move viewreset resize', () => this.redrawSoon());
    this.isDue = false;
    this.view = new View(map);
  }

  /** Redraws before the next frame, once. */
  redrawSoon() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      if (this.isDue) this.redraw();
    });
  }

  redraw() {
    this.isDue = false;
    const { map, canvas, context } = this;
    const size = map.getSize();
    const density = Math.min(2, window.devicePixelRatio || 1);
    if (canvas.width !== size.x * density || canvas.height !== size.y * density) {
      canvas.width = size.x * density;
      canvas.height = size.y * density;
      canvas.style.width = `${size.x}px`;
      canvas.style.height = `${size.y}px`;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, size.x, size.y);
    this.view = new View(map);
    this.draw(context, this.view);
  }
}

const rad = Math.PI / 180;
const edge = 85.0511287798;

/** The visible part of the world. */
export class View {
  /** @param {L.Map} map */
  constructor(map) {
    const size = map.getSize();
    this.width = size.x;
    this.height = size.y;
    this.zoom = map.getZoom();
    this.scale = 256 * 2 ** this.zoom;
    // In pixels of the world, not latitudes: a tall window may extend beyond the poles.
    const corner = map.getPixelBounds().min ?? L.point(0, 0);
    this.left = corner.x;
    this.top = corner.y;
    const first = Math.ceil((this.left - this.scale) / this.scale);
    const last = Math.floor((this.left + this.width) / this.scale);
    /** @type {number[]} */
    this.copies = [];
    for (let copy = first; copy <= last; copy++) this.copies.push(copy * 360);
  }

  /** @param {number} lon */
  x(lon) {
    return (lon / 360 + 0.5) * this.scale - this.left;
  }

  /** @param {number} lat */
  y(lat) {
    const edged = Math.max(-edge, Math.min(edge, lat));
    return (0.5 - Math.log(Math.tan(Math.PI / 4 + (edged * rad) / 2)) / (2 * Math.PI)) * this.scale - this.top;
  }

  /** @param {number} x @param {number} y @param {number} margin */
  holds(x, y, margin) {
    return x > -margin && y > -margin && x < this.width + margin && y < this.height + margin;
  }
}

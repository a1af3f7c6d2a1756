import { join, resolve } from 'node:path';
import { caps } from './caps.ts';
import { measureTree } from './shape.ts';

// npm run shape [-- FOLDER …]: what the house is measured by, here or in copies of the repository, beside the caps.
const here = join(import.meta.dirname, '..', '..');
const folders = process.argv.length > 2 ? process.argv.slice(2) : [here];
const shapes = folders.map((folder) => measureTree(resolve(folder)));
const names = Object.keys(shapes[0] ?? {}) as (keyof (typeof shapes)[number])[];
const row = (cells: readonly unknown[]) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(16) : String(cell).padStart(9))).join(' ');
console.log(row(['', ...folders.map((_, index) => (folders.length > 1 ? index + 1 : 'now')), 'cap']));
for (const name of names)
  console.log(row([name, ...shapes.map((shape) => shape[name]), name in caps ? caps[name as keyof typeof caps] : '']));

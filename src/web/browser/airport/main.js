import '../choices.js';

/** Through the crew center's PHP, less often. */
const everyMs = Math.max(30_000, Number(document.getElementById('board')?.dataset.every ?? 0) * 1_000);

/** Replaces the board by the current one, unless the visitor is reading it by keyboard. */
async function refresh() {
  const board = document.getElementById('board');
  if (document.hidden || board === null || board.contains(document.activeElement)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok !== true) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const newer = page.getElementById('board');
  if (newer !== null) board.replaceWith(document.adoptNode(newer));
}

setInterval(() => void refresh(), everyMs);

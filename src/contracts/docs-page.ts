import { hash } from 'node:crypto';
import { relative } from 'node:path/posix';
import type { TSchema } from 'typebox';
import { phases } from '../tracking/model.ts';
import { type BodyShape, type Contract, type ContractDocument, type Route, routesOf } from './contract.ts';
import { fieldLines, needsOf, refusalsOf } from './outline.ts';

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--ink:light-dark(#1a2330,#e6eaf0);--link:light-dark(#0b5cad,#8ec5ff);
--text-s:.8125rem;--text-m:.9375rem;--text-l:1.1875rem;--text-xl:1.875rem;--font:Inter,system-ui,sans-serif}
body{font:var(--text-m)/1.55 var(--font);overflow-wrap:anywhere;color:var(--ink);background:light-dark(#fff,#0e151b);max-width:62rem;margin:0 auto;padding:1.5rem}
h1{margin-bottom:0;font-size:var(--text-xl)}h2{margin-top:3rem;border-top:1px solid var(--line);padding-top:1.2rem}h2,h3{font-size:var(--text-l)}
a{color:var(--link)}code{font:var(--text-s) ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:.25em}h2 code{font-size:inherit}
nav ul{columns:3 14rem;padding:0;list-style:none}
table{border-collapse:collapse;width:100%;margin:.6rem 0}th,td{text-align:start;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
th,td{overflow-wrap:break-word}th{font-size:var(--text-s);font-weight:600}.scroll{overflow-x:auto}.method{font-weight:700}
`;

/** Serves the contract's reference as an HTML page without scripts or external resources. */
export const docsPage: ContractDocument = {
  path: '/docs',
  summary: 'API reference as a page',
  contentType: 'text/html; charset=utf-8',
  headers: {
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  },
  render: renderPage,
};

function renderPage(contract: Contract, served: readonly Contract[]): string {
  const routes = routesOf(contract);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Tracker API</title><style>${style}</style></head><body>
<main><h1>Tracker API</h1>
<p>Calls of a flight-tracking client to its crew center, below <code>${contract.base}</code>. JSON in, JSON out, UTF-8; bodies may be gzipped. Units are part of each field and never depend on a setting. Members that a call does not know are ignored. As a machine reads it: <a href="openapi.json">openapi.json</a>.</p>
${othersPart(contract, served)}<nav aria-label="Calls"><ul>${routes.map((route) => `<li><a href="#${anchor(route)}">${heading(route)}</a></li>`).join('')}<li><a href="#phases">Phases</a></li><li><a href="#refusals">Refusals</a></li></ul></nav>
${routes.map((route) => section(contract, route)).join('\n')}
${phaseSection(contract)}
${refusalSection(contract)}</main></body></html>`;
}

/** Where the other contracts of this server are described. */
function othersPart(contract: Contract, served: readonly Contract[]): string {
  const others = served.filter(
    (each) => each !== contract && each.documents.some(({ path }) => path === '/openapi.json'),
  );
  const items = others.map(({ name, base }) => {
    const link = `${relative(contract.base, base) || '.'}/openapi.json`;
    return `<li><code>${name}</code>, below <code>${base}</code>: <a href="${link}">openapi.json</a></li>`;
  });
  return items.length === 0 ? '' : `<p>This server also has:</p><ul>${items.join('')}</ul>\n`;
}

function section(contract: Contract, route: Route): string {
  const refusals = refusalsOf(route).map(
    (code) => `<a href="#${code}"><code>${code}</code></a> ${contract.refusals[code].status}`,
  );
  return `<section><h2 id="${anchor(route)}">${heading(route)}</h2>
<p><strong>${escapeHtml(route.summary)}.</strong> ${prose(route.description)} ${prose(needsOf(contract, route))}</p>
${route.params === undefined ? '' : `<h3>Path</h3>${fieldTable(route.params)}`}
${route.query === null ? '' : `<h3>Query</h3>${fieldTable(route.query)}`}
${route.body === null ? '' : bodyPart(route.body)}
${Object.entries(route.answers)
  .map(([status, schema]) => `<h3>Answer ${status}</h3>${fieldTable(schema)}`)
  .join('')}
<p>Refusals: ${refusals.join(', ')}.</p></section>`;
}

function bodyPart(shape: BodyShape): string {
  if (shape.kind === 'object') return `<h3>Body</h3>${fieldTable(shape.schema)}`;
  return `<h3>Body: one</h3>${fieldTable(shape.item)}<h3>Body: several</h3>${fieldTable(shape.envelope)}`;
}

function fieldTable(schema: TSchema): string {
  const rows = fieldLines(schema, null).map(
    ({ name, description, kind }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${prose(description)}</td><td>${escapeHtml(kind)}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="Fields"><table><thead><tr><th>Field</th><th>Description</th><th>Value</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function phaseSection(contract: Contract): string {
  const rows = phases.map((phase) => {
    const spellings = Object.entries(contract.phaseSpellings).filter(([, word]) => word === phase);
    return `<tr><td><code>${phase}</code></td><td>${spellings.map(([spelling]) => `<code>${spelling}</code>`).join(' ')}</td></tr>`;
  });
  return `<section><h2 id="phases">Phases</h2><p>These names and spellings, in any case. Any other text is stored unchanged.</p><div class="scroll" tabindex="0" role="group" aria-label="Phases"><table><thead><tr><th>Phase</th><th>Other spellings</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function refusalSection(contract: Contract): string {
  const rows = Object.entries(contract.refusals).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
  );
  return `<section><h2 id="refusals">Refusals</h2><p>${prose(contract.refusalForm)} 429 and 503 carry <code>Retry-After</code>.</p><div class="scroll" tabindex="0" role="group" aria-label="Refusals"><table><thead><tr><th>Code</th><th>Status</th><th>Name</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function heading(route: Route): string {
  return `<span class="method">${route.method}</span> ${escapeHtml(route.path)}`;
}

function anchor(route: Route): string {
  return `${route.method.toLowerCase()}${route.path.replace(/[^\w]+/g, '-')}`;
}

/** Converts text with `code` in backticks to HTML. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

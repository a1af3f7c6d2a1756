/** What there should be few of: modules by which a flight is flown, and modules that set up a server to fly at. */

/** The call by which a flight is opened, as the wire of a contract has it. */
const opening = /\/start[`'"?]|flights\/start|pireps\/prefile|submit_log\.php/;

/** They list requests to look at the answers, tell what the clients of others sent, or stand in for a host. */
const isNoClient = /^(?:src\/conform|prove\/(?:fuzz|phpvms7-core)|test\/(?:contracts|conform|hosts|architecture))\//;

/** Whether this module spells by itself how a client flies. */
export function isFlyingClient(path: string, text: string): boolean {
  return (
    /^(?:src\/(?:client|cli|conform)|bench|prove|test)\//.test(path) && !isNoClient.test(path) && opening.test(text)
  );
}

/** They run what a page of the documentation or an installed package says. */
const isNoWorld = /^test\/(?:architecture|docs|release)\//;

/** Whether this module of tests, proofs or benches sets up a server by itself, in this process or in one of its own. */
export function isWorld(path: string, text: string): boolean {
  if (!/^(?:bench|prove|test)\//.test(path) || isNoWorld.test(path)) return false;
  const isHere = /\b(?:openServer|openTracker|createTracking)\(/.test(text);
  return isHere || (/\b(?:spawn|fork)\(/.test(text) && text.includes('ready at'));
}

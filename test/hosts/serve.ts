import { command } from '../../src/cli/serve.ts';
import { loadConfig } from '../../src/config/config.ts';

// `tracker serve` without the step by which it stops being root: a test's crew center belongs to whoever runs the test.
const config = loadConfig();
const { path: dataDirectory } = config.dataDirectory;
const print = (text: string) => console.log(text);
process.exitCode = await command.run([], {
  config,
  dataDirectory,
  json: false,
  isTerminal: false,
  columns: null,
  out: print,
  err: print,
});

import { didYouMean } from '../lib/nearest.ts';
import { type Command, CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { shells } from './completion/shells.ts';
import { completionCases } from './completion/table.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'completion',
  summary: 'print the completion script of a shell',
  text: `Prints a script that lets the Tab key complete commands and options of tracker in bash, zsh or fish. Load it in the shell's own
startup file, or store it where the shell looks for completions.`,
  examples: [
    "echo 'source <(tracker completion bash)' >> ~/.bashrc",
    "echo 'source <(tracker completion zsh)' >> ~/.zshrc",
    'tracker completion fish > ~/.config/fish/completions/tracker.fish',
  ],
};

/** Prints completion scripts. @param commands - every command, read when the script is printed */
export function completionCommand(commands: () => readonly Command[]): Command {
  const print = form({
    positionals: ['SHELL'],
    withoutData: true,
    async run(given, io) {
      const wanted = given.positional(0);
      const [, write] = Object.entries(shells).find(([name]) => name === wanted) ?? [];
      if (write === undefined) {
        const names = Object.keys(shells);

        throw new CommandError(
          `There is no completion for ${wanted}.${didYouMean(wanted, names)} Choose one of ${names.join(', ')}.`,
          2,
        );
      }
      const script = write(completionCases(commands()));
      io.out(io.json ? JSON.stringify({ shell: wanted, script }) : script.trimEnd());
      return 0;
    },
  });
  return commandOf(about, [print]);
}

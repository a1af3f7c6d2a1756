import { globalOptions } from '../global-options.ts';
import type { Options } from '../options.ts';
import { type CompletionCase, type FormCase, optionsWithValue, optionWords } from './table.ts';

/** Writes the script of a shell. */
export const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Reads the words before the cursor; the same in bash and zsh but for the names of arrays. */
function readWords(
  cases: readonly CompletionCase[],
  { first, words, last }: Record<'first' | 'words' | 'last', string>,
) {
  return `  local word command= form= skip= files= list=
  local -i i
  for (( i = ${first}; i < ${last}; i++ )); do
    word="\${${words}[i]}"
    if [[ -n $skip ]]; then skip=; continue; fi
    case "$word" in
      ${optionsWithValue(cases).join('|')}) skip=1 ;;
      -*) ;;
      *) if [[ -z $command ]]; then command="$word"; elif [[ -z $form ]]; then form="$word"; fi ;;
    esac
  done
  case "$command $form" in
${cases.flatMap(branches).join('\n')}
    ' ') list='${[...cases.map(({ command }) => command), ...optionWords({})].join(' ')}' ;;
  esac
  if [[ -n $skip ]]; then list=; files=1; fi`;
}

function branches({ command, forms, first }: CompletionCase): readonly string[] {
  const branch = (pattern: string, { options, takesFiles }: FormCase, more: readonly string[]) =>
    `    ${pattern}) list='${[...more, ...optionWords(options)].join(' ')}'${takesFiles ? ' files=1' : ''} ;;`;
  return [
    ...forms.map((each) => branch(`'${command} ${each.name}'`, each, [])),
    branch(
      forms.length > 0 ? `'${command} '` : `'${command} '*`,
      first,
      forms.map(({ name }) => name),
    ),
  ];
}

function bashScript(cases: readonly CompletionCase[]): string {
  return `# bash completion of tracker; load it with: source <(tracker completion bash)
_tracker() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
${readWords(cases, { first: '1', words: 'COMP_WORDS', last: 'COMP_CWORD' })}
  COMPREPLY=( $(compgen -W "$list" -- "$current") )
  if [[ -n $files && \${#COMPREPLY[@]} -eq 0 ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=( $(compgen -f -- "$current") )
  fi
}
complete -F _tracker tracker va-tracker
`;
}

function zshScript(cases: readonly CompletionCase[]): string {
  return `#compdef tracker va-tracker
# zsh completion of tracker; load it with: source <(tracker completion zsh)
_tracker() {
${readWords(cases, { first: '2', words: 'words', last: 'CURRENT' })}
  [[ -n $list ]] && compadd -- \${=list}
  [[ -n $files ]] && _files
  return 0
}
compdef _tracker tracker va-tracker
# Found by its name among the completions of zsh, it is this function itself.
if [[ \${funcstack[1]} == _(va-|)tracker ]]; then _tracker; fi
`;
}

function fishScript(cases: readonly CompletionCase[]): string {
  const lines = cases.flatMap(({ command, summary, forms, first }) => {
    const names = forms.map(({ name }) => name).join(' ');
    const seen = `__fish_seen_subcommand_from ${command}`;
    const noForm = forms.length === 0 ? seen : `${seen}; and not __fish_seen_subcommand_from ${names}`;
    return [
      `complete -c tracker -n __fish_use_subcommand -f -a ${command} -d ${quote(summary)}`,
      ...forms.map(({ name }) => `complete -c tracker -n ${quote(noForm)} -f -a ${name}`),
      ...fishOptions(noForm, first),
      ...forms.flatMap((each) => fishOptions(`${seen}; and __fish_seen_subcommand_from ${each.name}`, each)),
    ];
  });
  const head = '# fish completion of tracker; load it with: tracker completion fish | source';
  const both = 'complete -c va-tracker -w tracker';
  return `${[head, both, ...optionLines(globalOptions, null), ...lines].join('\n')}\n`;
}

function fishOptions(condition: string, { options, takesFiles }: FormCase): readonly string[] {
  return [...optionLines(options, condition), ...(takesFiles ? [] : [`complete -c tracker -n ${quote(condition)} -f`])];
}

function optionLines(options: Options, condition: string | null): readonly string[] {
  return Object.entries(options).map(([name, { value, about, short }]) =>
    [
      'complete -c tracker',
      condition === null ? '' : `-n ${quote(condition)}`,
      `-l ${name}`,
      short === undefined ? '' : `-s ${short}`,
      value === undefined ? '' : '-r',
      about === undefined ? '' : `-d ${quote(about)}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
}

/** In fish, a single-quoted string has two escapes. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`;
}

/** Words that readers stumble over, and what to write instead. Checked in code, comments, messages and pages. */
const words: readonly (readonly [word: RegExp, better: string])[] = [
  [/\btold\b/i, 'notified, returned, sent, reported'],
  [/\b(?:is|are|was|were|be)Told\b/, 'isReported, isSent'],
  [
    /\bso (?:long|many|much|often) (?:a|an|after|at|before|of|that come|may|wait)\b/i,
    'a maximum, a timeout, an interval',
  ],
  [/\bdemand(?:s|ed|ing|[A-Z])/, 'require'],
  [/\b(?:most|least|longest|shortest)[A-Z]/, 'max, min'],
  [/\bout of reach\b/i, 'unavailable'],
  [/\bnothing is known\b/i, 'unknown'],
  [/\berror of (?:our|its) own\b/i, 'internal error; see the log'],
  [/\bsetting of ours\b/i, 'unknown setting'],
  [/(?<!there )\bis no (?:form|number|setting|database|airport|aircraft|airline)\b/i, 'is not a …'],
  [/\btakeUp\b|\bsift\b|\bmakeRoom\b/, 'restore, partition, ensure …'],
  [/\bsees? to it\b/i, 'ensures'],
  [/\bthat is none\b/i, 'invalid, corrupt'],
  [/\banew\b|[a-z]Anew\b/i, 'again'],
  [/\bwhoever\b/i, 'callers, operators, users'],
  [/\basked again\b/i, 'repeated, idempotent'],
  [/\bas it stands\b/i, 'current, unchanged'],
  [/\bsays so\b|\bgoes on\b/i, 'reports it, continues'],
  [/(?<!there )\bis no (?:crew center|web address|base URL)\b/i, 'is not a …'],
  [/\btells? (?:of|how|listeners|the crew center)\b/i, 'reports, notifies'],
  [/\buntold[A-Z]/, 'pending'],
];

/** Places where such a word has to stay, each with its reason. */
export const wordExceptions: Readonly<Record<string, string>> = {
  'src/tracking/figures/fold-state.ts isTold': 'a member of the progress that journals hold',
  'src/tracking/figures/fold-fuel.ts isTold': 'the same',
  'src/tracking/figures/fold.ts isTold': 'the same',
};

export interface FoundWord {
  readonly path: string;
  readonly line: number;
  readonly word: string;
  readonly better: string;
}

/** Returns every such word of a text, at most one of each kind per line. */
export function findWords(path: string, text: string): readonly FoundWord[] {
  return text.split('\n').flatMap((content, index) =>
    words.flatMap(([pattern, better]) => {
      const word = pattern.exec(content)?.[0];
      return word === undefined ? [] : [{ path, line: index + 1, word, better }];
    }),
  );
}

export function sayWord({ path, line, word, better }: FoundWord): string {
  return `${path}:${line} says "${word}"; better: ${better}`;
}

import { configurationPage, environmentExample } from '../src/config/pages.ts';

/** Every committed file that is made from another one, by its path in the repository. */
export const generatedFiles: readonly { readonly file: string; text(): string }[] = [
  { file: 'docs/configuration.md', text: configurationPage },
  { file: '.env.example', text: environmentExample },
];

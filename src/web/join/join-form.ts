import { maxPasswordBytes, problemOfPassword } from '../../lib/bcrypt.ts';
import { isOneLine } from '../../lib/printable.ts';
import { Secret } from '../../lib/secret.ts';
import type { TextKey } from '../browser/wording.js';
import type { JoinHost, JoinRules, Newcomer } from './join-host.ts';

/** What is wrong with a field, as a text of the visitor's language. */
export interface Wrong {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string | number>>;
}
export type Wrongs = Readonly<Record<string, Wrong>>;

export const bounds = { name: 100, email: 191, answer: 4_000, password: 8 } as const;

/** More than the rule of an airline has room for. */
const maxQuestions = 100;

/** Reads the form of a registration: what was entered, or what is wrong with it by field. */
export function readJoinForm(
  form: URLSearchParams,
  { host, rules, lang }: { readonly host: JoinHost; readonly rules: JoinRules; readonly lang: string },
): { readonly newcomer: Newcomer } | { readonly wrongs: Wrongs } {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const wrongs: Record<string, Wrong> = {};
  const [name, email, home, airline] = [field('name'), field('email'), field('home').toUpperCase(), field('airline')];
  if (name === '' || name.length > bounds.name || !isOneLine(name))
    wrongs.name = { key: 'join.bad-name', values: { max: bounds.name } };
  if (!/^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/.test(email) || email.length > bounds.email)
    wrongs.email = { key: 'join.bad-email' };
  if (home !== '' && !(/^[A-Z0-9]{2,8}$/.test(home) && host.hasAirport(home)))
    wrongs.home = { key: 'join.bad-home', values: { code: home.slice(0, 20) } };
  const isKnown = rules.airlines.some(({ icao }) => icao === airline);
  if (rules.airlines.length === 0 || (airline !== '' && !isKnown)) wrongs.airline = { key: 'join.bad-airline' };
  const password = checkPassword(form, wrongs);
  const answers = answersOf(form, rules.questions);
  for (const [index, { answer }] of answers.entries())
    if (answer === '' || answer.length > bounds.answer)
      wrongs[`answer-${index}`] = { key: 'join.bad-answer', values: { max: bounds.answer } };
  if (Object.keys(wrongs).length > 0) return { wrongs };
  const invitation = form.get('key') ?? '';
  const places = { airline: airline || null, homeAirport: home || null };
  return { newcomer: { name, email, password, ...places, answers, lang, invitation } };
}

/** What was answered to each of these questions. The form names the question of each answer: they may have changed since it was shown. */
export function answersOf(form: URLSearchParams, questions: readonly string[]): Newcomer['answers'] {
  const asked = questionsOf(form);
  return questions.map((question, index) => {
    const place = asked[index] === question.trim() ? index : asked.indexOf(question.trim());
    return { question, answer: (form.get(`answer-${place}`) ?? '').trim() };
  });
}

/** Whether a form has other questions than these, in whatever order. */
export function hasOtherQuestions(form: URLSearchParams, questions: readonly string[]): boolean {
  const now = questions.map((question) => question.trim());
  return JSON.stringify(questionsOf(form).sort()) !== JSON.stringify(now.sort());
}

/** The questions that were shown, in their order. */
function questionsOf(form: URLSearchParams): string[] {
  return Array.from({ length: maxQuestions }, (_, index) => form.get(`question-${index}`)).flatMap((text) =>
    text === null ? [] : [text.trim()],
  );
}

/** Returns the new password of a form that asks for it twice, and adds what is wrong with it. */
export function checkPassword(form: URLSearchParams, wrongs: Record<string, Wrong>): Secret {
  const password = form.get('password') ?? '';
  if (problemOfPassword(password, bounds.password) !== null)
    wrongs.password = { key: 'join.bad-password', values: { min: bounds.password, max: maxPasswordBytes } };
  else if (password !== form.get('again')) wrongs.again = { key: 'join.bad-again' };
  return new Secret(password);
}

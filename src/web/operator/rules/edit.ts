import type { FastifyReply, FastifyRequest } from 'fastify';
import { consequences } from '../../../tracking/model.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { detectorsByName } from '../../../tracking/rules/detectors/detectors.ts';
import { exampleNames, exampleSet } from '../../../tracking/rules/example-sets.ts';
import { everyFlight } from '../../../tracking/rules/rule.ts';
import { formOf } from '../../access/guard.ts';
import type { OperatorScope } from '../../views.ts';
import { visitorOf } from '../../visitor/visitor.ts';
import { conditionWords, elementText, followWords, looksFor, subjectOf, subjectsIn } from './rule-words.ts';
import { readNumber } from './set-number.ts';
import { inputOf, newRule, readTypedSet, type TypedRule, type TypedSet, typedOf } from './typed-set.ts';

interface Shown {
  /** Sentences by the names of their fields. */
  readonly problems?: Readonly<Record<string, string>>;
  /** Place of the rule that is shown open. */
  readonly opened?: number;
}

/** Registers the page on which a set is changed, and saved as a new version: what is saved never changes. */
export function registerEditing(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const calls = parts.rules;
  scope.get('/operator/rules/edit', async (request, reply) => {
    const { from } = request.query as { from?: unknown };
    const example = exampleNames.find((name) => name === from);
    if (example !== undefined) return showEdit(operator, request, reply, typedOf(exampleSet(example, detectorsByName)));
    if (from === undefined) return showEdit(operator, request, reply, { name: '', rules: [] });
    return showEdit(operator, request, reply, typedOf(await calls.readRuleSet(readNumber(from, request))));
  });
  scope.post('/operator/rules/edit', async (request, reply) => {
    const form = formOf(request);
    const typed = readTypedSet(form);
    const wanted = form.get('do') ?? 'save';
    if (wanted === 'add') {
      const rules = [...typed.rules, newRule(typed, form.get('add') ?? everyFlight)];
      return showEdit(operator, request, reply, { ...typed, rules }, { opened: rules.length - 1 });
    }
    const removed = /^remove\.(\d{1,3})$/.exec(wanted)?.[1];
    if (removed !== undefined) {
      const rules = typed.rules.filter((_, place) => place !== Number(removed));
      return showEdit(operator, request, reply, { ...typed, rules });
    }
    try {
      const { number } = await calls.saveRuleSet(parts.access.actorOf(request), inputOf(typed));
      return reply.redirect(`${number}?done=saved`, 303);
    } catch (error) {
      if (!isRefusal(error, 'invalid')) throw error;
      const { fields, message } = error.detail;
      return showEdit(operator, request, reply, typed, { problems: fields ?? { '': message } });
    }
  });
}

function showEdit(
  { show }: OperatorScope,
  request: FastifyRequest,
  reply: FastifyReply,
  set: TypedSet,
  { problems = {}, opened = -1 }: Shown = {},
): FastifyReply {
  const visitor = visitorOf(request);
  return show(request, reply, {
    titleKey: 'editing.title',
    view: 'operator/rules/edit',
    section: 'operator/rules',
    status: Object.keys(problems).length === 0 ? 200 : 422,
    data: {
      set,
      problems,
      opened,
      subjects: subjectsIn(visitor),
      subjectOf: (detector: string) => subjectOf(detector, visitor),
      looksFor: (rule: TypedRule) => looksFor(rule, visitor),
      elementText: (detector: string, element: string) => elementText(detector, element, visitor),
      // As they are read: from the harshest.
      follows: consequences.toReversed(),
      followWords,
      conditionWords,
    },
  });
}

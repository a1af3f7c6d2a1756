import type { Journal } from '../journal/journal.ts';
import { readPublicName, readShownNames, setPublicName, setShownName } from '../platform/embedded/public-names.ts';
import { shortName } from '../platform/seven/pilot-ident.ts';
import type { ShownName } from '../web/live/shown-name.ts';
import { PilotWishes } from '../web/my/wishes.ts';
import { isNameForm, type NameForm, nameForms, type PublicNames } from '../web/public-names.ts';
import type { CrewCenter } from './crew-center.ts';

/** What of it is kept by the embedded crew center, or as a wish. */
type Kept = Pick<PublicNames, 'isOurs' | 'isNamed' | 'setNamed' | 'setForm'> & {
  readForms(): ReadonlyMap<string, NameForm>;
};

/**
 * Returns what pilots wish of their data, and who agreed to be named in public: as the embedded crew center keeps it, or as they wished it.
 * @param limit - more of a name than that is never shown
 */
export function wishesOf(crewCenter: Pick<CrewCenter, 'embedded'>, journal: Journal, limit: NameForm) {
  const wishes = new PilotWishes(journal);
  const { isOurs, isNamed, setNamed, setForm, readForms } = keptBy(crewCenter, wishes);
  const publicNames: PublicNames = {
    isOurs,
    isNamed,
    setNamed,
    choicesOf: ({ id, name }) => {
      const chosen = atMost(limit, readForms().get(id) ?? 'none');
      const allowed = nameForms.slice(0, nameForms.indexOf(limit) + 1);
      return allowed.map((form) => ({ form, name: namesBy[form](name), isChosen: form === chosen }));
    },
    setForm,
    shown: () => shownBy(readForms, limit),
  };
  return { wishes, publicNames };
}

const namesBy: Readonly<Record<NameForm, (name: string) => string | null>> = {
  none: () => null,
  short: shortName,
  full: (name) => name,
};

const atMost = (limit: NameForm, form: NameForm): NameForm =>
  nameForms.indexOf(form) > nameForms.indexOf(limit) ? limit : form;

/** @param read - what pilots chose: read once, when the first name is asked for */
function shownBy(read: Kept['readForms'], limit: NameForm): ShownName {
  if (limit === 'none') return () => null;
  let forms: ReturnType<Kept['readForms']> | null = null;
  return ({ id, name }) => {
    forms ??= read();
    return namesBy[atMost(limit, forms.get(id) ?? 'none')](name);
  };
}

function keptBy({ embedded }: Pick<CrewCenter, 'embedded'>, wishes: PilotWishes): Kept {
  if (embedded === null)
    return {
      isOurs: false,
      isNamed: (pilotId) => wishes.isNamed(pilotId),
      setNamed: (pilotId, isNamed) => wishes.setNamed(pilotId, isNamed),
      readForms: () => wishes.forms,
      setForm: (pilotId, form) => wishes.setForm(pilotId, form),
    };
  const { crewCenter, updates } = embedded;
  return {
    isOurs: true,
    isNamed: (pilotId) => !updates.isPending && readPublicName(crewCenter, pilotId) !== null,
    setNamed: (pilotId, isNamed) => setPublicName(crewCenter, pilotId, isNamed),
    readForms: () => {
      const kept = updates.isPending ? [] : readShownNames(crewCenter);
      return new Map(kept.flatMap(([pilotId, form]) => (isNameForm(form) ? [[pilotId, form] as const] : [])));
    },
    setForm: (pilotId, form) => setShownName(crewCenter, pilotId, form),
  };
}

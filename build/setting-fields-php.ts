import { trackerSetting, trackerSettingNames } from '../src/platform/seven/settings.ts';

interface Field {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly field: string;
  readonly placeholder: string;
  readonly rules: readonly string[];
}

/** The module takes the token itself and stores its hash. */
const token: Field = {
  name: 'client_token',
  title: 'Client token',
  help: 'A secret that you give to the clients you allow: 16 to 200 letters, digits and signs. Only its hash is stored.',
  field: 'secret',
  placeholder: '',
  rules: ['nullable', 'string', 'min:16', 'max:200', 'regex:/^[!-~](?:[ -~]*[!-~])?$/'],
};

const fields = trackerSettingNames.map((name): Field => {
  if (name === 'client_token_hash') return token;
  const { title, summary, unit, bounds, field, placeholder, laravel } = trackerSetting(name);
  const help = unit === null ? summary : `${summary} In ${unit}: ${bounds}.`;
  return { name, title, help, field, placeholder, rules: laravel };
});

/** `SettingFields.php` of the module for phpVMS 7. */
export function settingFieldsPhp(): string {
  const defaults = trackerSettingNames.map((name) => {
    const { field, default: value } = trackerSetting(name);
    return line(name, text(field === 'flag' ? (value === 'true' ? '1' : '0') : value));
  });
  return `<?php

namespace Modules\\Tracker\\Support;

/** The settings of \`tracker_config\`. Written by \`npm run generate\` from src/platform/seven/settings.ts of the server. */
class SettingFields
{
    /** The fields of the settings screen, in their order: label, help, kind, and what stands in an empty one. */
    public const FIELDS = [
${fields.map(({ name, title, help, field, placeholder }) => line(name, list([title, help, field, placeholder]))).join('\n')}
    ];

    /** What may be entered. */
    public const RULES = [
${fields.map(({ name, rules }) => line(name, list(rules))).join('\n')}
    ];

    /** As the server has them. */
    public const DEFAULTS = [
${defaults.join('\n')}
    ];

    /** Labels by name, as messages about a field use them. */
    public static function labels(): array
    {
        return array_map(fn (array $field) => $field[0], self::FIELDS);
    }
}
`;
}

function line(name: string, value: string): string {
  return `        ${`'${name}'`.padEnd(23)} => ${value},`;
}

function list(texts: readonly string[]): string {
  return `[${texts.map(text).join(', ')}]`;
}

function text(value: string): string {
  return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
}

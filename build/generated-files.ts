import { configurationPage, environmentExample } from '../src/config/pages.ts';
import { legacy } from '../src/contracts/legacy/legacy.ts';
import { contractPage } from '../src/contracts/markdown.ts';
import { native } from '../src/contracts/native/native.ts';
import { openapiFile } from '../src/contracts/openapi.ts';
import { coreBelowTracker } from '../src/contracts/phpvms7-core/phpvms7-core.ts';
import { smartcars3Five, smartcars3Seven } from '../src/contracts/smartcars3/smartcars3.ts';
import { stratosAtApi } from '../src/contracts/stratos/stratos.ts';
import { checkPage } from '../src/platform/check/page.ts';
import { sharedFiles } from '../src/platform/phpvms5/edge-files.ts';
import { eventTable } from '../src/webhooks/events.ts';
import { platformlessPhp } from './platformless-php.ts';
import { positionCode } from './position-code.ts';
import { promisesPage } from './promises-page.ts';
import { withSection } from './section.ts';
import { settingFieldsPhp } from './setting-fields-php.ts';

/** Every committed file that is made from another one, by its path in the repository. */
export const generatedFiles: readonly { readonly file: string; text(): string }[] = [
  { file: 'src/tracking/position/position-code.ts', text: positionCode },
  { file: 'docs/configuration.md', text: configurationPage },
  { file: 'src/platform/phpvms7/edge/Support/SettingFields.php', text: settingFieldsPhp },
  ...sharedFiles.map((name) => ({
    file: `src/platform/phpvms7/edge/Support/Folder/${name}`,
    text: () => platformlessPhp(name),
  })),
  { file: 'docs/check.md', text: checkPage },
  { file: '.env.example', text: environmentExample },
  { file: 'docs/contracts/native.md', text: () => contractPage(native) },
  { file: 'docs/contracts/legacy.md', text: () => contractPage(legacy) },
  { file: 'docs/contracts/smartcars3.md', text: () => contractPage(smartcars3Seven) },
  { file: 'docs/contracts/stratos.md', text: () => contractPage(stratosAtApi) },
  { file: 'docs/contracts/phpvms7-core.md', text: () => contractPage(coreBelowTracker) },
  { file: 'docs/contracts/openapi/native.json', text: () => openapiFile(native) },
  { file: 'docs/contracts/openapi/legacy.json', text: () => openapiFile(legacy) },
  { file: 'docs/contracts/openapi/smartcars3-phpvms7.json', text: () => openapiFile(smartcars3Seven) },
  { file: 'docs/contracts/openapi/smartcars3-phpvms5.json', text: () => openapiFile(smartcars3Five) },
  { file: 'docs/contracts/openapi/stratos.json', text: () => openapiFile(stratosAtApi) },
  { file: 'docs/contracts/openapi/phpvms7-core.json', text: () => openapiFile(coreBelowTracker) },
  { file: 'docs/webhooks.md', text: () => withSection('docs/webhooks.md', 'events', eventTable()) },
  { file: 'docs/promises.md', text: () => promisesPage() },
];

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEnglishMessages } from '../../../../../test/support/console/english-messages.ts';
import { plainMessages } from '../../messages/translate.ts';
import { settingAddress, settingIndex, tabOfGroup } from './setting-index.ts';

/** Groups of messages that are not settings. */
const otherGroups = new Set(['tab', 'export']);

test('every group of settings belongs to a tab', () => {
  loadEnglishMessages();
  const groups = plainMessages('agentSettings.')
    .map(([key]) => key.split('.'))
    .filter((parts) => parts.length > 2)
    .map(([, group]) => group!);
  const missing = new Set(groups.filter((group) => !(group in tabOfGroup) && !otherGroups.has(group)));
  assert.deepEqual([...missing], []);
});

test('settings are found by their label, with the hint and the address of the field', () => {
  loadEnglishMessages();
  const find = (label: string) => settingIndex().find((setting) => setting.label === label)!;
  assert.equal(
    settingAddress(find('Temperature')),
    '/settings?section=general&field=agentSettings.model.temperature',
  );
  assert.equal(find('Temperature').section, 'Model');
  assert.equal(
    settingAddress(find('Greeting')),
    '/settings?section=channels&field=agentSettings.appearance.greeting',
  );
  assert.match(find('Support e-mail').hint, /human service/);
});

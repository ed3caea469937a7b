import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { messagesFolder } from '../../../scripts/messages/message-types.ts';
import { auditActions } from '../../../src/audit/audit-actions.ts';
import { conversationTypes } from '../../../src/conversations/index.ts';
import type { CloseReason, HumanSessionTrigger } from '../../../src/db/schema/handoff.ts';
import { billKinds } from '../../../src/usage/bills.ts';
import { detailLabels } from '../../../web/console/src/components/trace/detail-labels.ts';
import { channelLabels } from '../../../web/console/src/lib/channel-labels.ts';
import type { Labels } from '../../../web/console/src/lib/label-of.ts';
import { actionLabels, targetLabels } from '../../../web/console/src/pages/audit/audit-labels.ts';
import { deliveryKindLabels } from '../../../web/console/src/pages/deliveries/delivery-labels.ts';
import {
  closeReasonLabels,
  triggerLabels,
} from '../../../web/console/src/pages/human-sessions/session-labels.ts';
import { queueLabels } from '../../../web/console/src/pages/jobs/job-labels.ts';
import { usageKindLabels } from '../../../web/console/src/pages/usage/usage-labels.ts';
import { cataloguedLanguages, readCatalogue } from '../../../web/messages/read-catalogue.ts';

const folder = messagesFolder('console');

/** What a pattern captures in the server code, for values that are defined where they are used. */
const findInSource = (pattern: RegExp): string[] => {
  const src = join(import.meta.dirname, '../../../src');
  const files = globSync('**/*.ts', { cwd: src }).filter((path) => !path.endsWith('.test.ts'));
  const found = files.flatMap((path) => [...readFileSync(join(src, path), 'utf8').matchAll(pattern)]);
  return [...new Set(found.map((match) => match[1]!))];
};

const queues = findInSource(/\b\w*queue = '([\w-]+)';/gi);
/** `kind` is followed by `target` in a new delivery only. */
const deliveryKinds = [
  ...new Set([
    ...findInSource(/\bkind: '(\w+)',\s+target: '/g),
    // Deliveries to chats have a chat instead of a target.
    ...findInSource(/\bchatId: chat\.id,\s+kind: '(\w+)'/g),
    ...findInSource(/\? '(human_reply)' : 'reply'/g),
  ]),
];

// The compiler checks that all triggers, close reasons and details have a label, because they exist only as types.
triggerLabels satisfies Labels<HumanSessionTrigger>;
const closeReasons = Object.keys(closeReasonLabels satisfies Labels<CloseReason>);
const auditTargets = [...new Set(Object.values(auditActions))];

/** Values of the service, and the names that the console shows for them. */
const tables: [string, readonly string[], Labels][] = [
  ['audit action', Object.keys(auditActions), actionLabels],
  ['audit target', auditTargets, targetLabels],
  ['conversation type', conversationTypes, channelLabels],
  ['queue', queues, queueLabels],
  ['delivery kind', deliveryKinds, deliveryKindLabels],
  ['kind of usage', billKinds, usageKindLabels],
  ['close reason', closeReasons, closeReasonLabels],
  ['detail of a trace step', Object.keys(detailLabels), detailLabels],
];

for (const [what, values, labels] of tables) {
  test(`every ${what} has a name`, () => {
    assert.deepEqual(Object.keys(labels).sort(), [...values].sort());
  });

  for (const language of cataloguedLanguages(folder))
    test(`every ${what} has a name of its own in ${language}`, () => {
      const messages = readCatalogue(folder, language);
      const names = values.map((value) => messages[labels[value]!]);
      for (const [index, name] of names.entries()) assert.ok(name, `${values[index]} has no name`);
      assert.equal(new Set(names).size, values.length, names.join(', '));
    });
}

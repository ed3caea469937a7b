import { useEffect, useMemo } from 'react';
import { at } from '../../api/address.ts';
import type { NotificationSettings } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useInboxChanges } from '../../session/inbox-news.ts';
import { isOwnAssignment } from '../../session/own-assignments.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';
import { inOneTab } from './in-one-tab.ts';
import { createNotableChanges } from './notable-changes.ts';
import { playSound } from './play-sound.ts';

const labels: Record<NotificationSettings['events'][number], LabelKey> = {
  waiting: 'notifications.shown.waiting',
  assigned: 'notifications.shown.assigned',
  mentioned: 'notifications.shown.mentioned',
  replied: 'notifications.shown.replied',
  missed: 'notifications.shown.missed',
};

/** Operators have fewer open sessions. */
const mostKnown = 100;

interface InboxNotifierProps {
  workspace: WorkspaceScope;
  operatorId: string;
}

/** Shows notifications of the browser and plays a sound, if the person has chosen that for this workspace. */
const InboxNotifier = ({ workspace, operatorId }: InboxNotifierProps) => {
  const { data: settings } = useResource(at(workspace.api, '/notifications'));
  const { know, changesOf } = useMemo(() => createNotableChanges(operatorId, isOwnAssignment), [operatorId]);
  // Otherwise the first change of a session that the operator already has would look like an assignment.
  const mine = useResource(at(workspace.api, '/inbox/sessions'), {
    query: { queue: 'mine', limit: mostKnown },
    enabled: settings?.events.includes('assigned') ?? false,
  }).data?.items;
  useEffect(() => know(mine ?? []), [mine, know]);
  useInboxChanges(workspace.id, ({ sessions }) => {
    if (!settings || (settings.events.includes('assigned') && !mine)) return;
    const kinds = changesOf(sessions, settings);
    if (kinds.size === 0) return;
    if (settings.sound) inOneTab('notification sound', playSound);
    // Somebody who looks at the console sees the change there.
    if (!settings.byBrowser || document.hasFocus() || Notification.permission !== 'granted') return;
    // The same tag replaces an earlier notification, so that many changes show one.
    for (const kind of kinds) new Notification('Frontdesk', { body: t(labels[kind]), tag: kind });
  });
  return null;
};

export default InboxNotifier;

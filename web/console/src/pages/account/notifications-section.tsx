import { Alert, Button, Checkbox, Group, MultiSelect, Select, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { MyNotifications, NotificationSettings } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormSection } from '../../components/form-section.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';

type Kind = NotificationSettings['events'][number];

const kinds: { kind: Kind; label: LabelKey }[] = [
  { kind: 'waiting', label: 'notifications.event.waiting' },
  { kind: 'assigned', label: 'notifications.event.assigned' },
  { kind: 'mentioned', label: 'notifications.event.mentioned' },
  { kind: 'replied', label: 'notifications.event.replied' },
  { kind: 'missed', label: 'notifications.event.missed' },
];

/** Browsers ask for the permission only after a click. */
const askBrowser = async (): Promise<boolean> =>
  'Notification' in window && (await Notification.requestPermission()) === 'granted';

const SettingsForm = ({ workspaceId, saved }: { workspaceId: string; saved: MyNotifications }) => {
  const { canMail, ...initial } = saved;
  const [settings, setSettings] = useState<NotificationSettings>(initial);
  const [isBlocked, setIsBlocked] = useState(false);
  const agents = useResource(address('/workspaces/{workspaceId}/agents', { workspaceId }));
  const path = address('/workspaces/{workspaceId}/notifications', { workspaceId });
  const change = (part: Partial<NotificationSettings>): void =>
    setSettings((before) => ({ ...before, ...part }));
  const save = useChange(() => api.put(path, settings), { changes: [path], done: t('notifications.saved') });
  const toggleBrowser = async (isOn: boolean): Promise<void> => {
    const isAllowed = !isOn || (await askBrowser());
    setIsBlocked(!isAllowed);
    change({ byBrowser: isOn && isAllowed });
  };
  return (
    <Stack gap="sm">
      <Switch
        label={t('notifications.byBrowser')}
        description={t('notifications.byBrowserHint')}
        checked={settings.byBrowser}
        onChange={({ currentTarget }) => void toggleBrowser(currentTarget.checked)}
      />
      {isBlocked && <Alert color="orange">{t('notifications.blocked')}</Alert>}
      <Switch
        label={t('notifications.sound')}
        description={t('notifications.soundHint')}
        checked={settings.sound}
        onChange={({ currentTarget }) => change({ sound: currentTarget.checked })}
      />
      <Switch
        label={t('notifications.byMail')}
        description={canMail ? t('notifications.byMailHint') : t('notifications.noMail')}
        checked={settings.byMail && canMail}
        disabled={!canMail}
        onChange={({ currentTarget }) => change({ byMail: currentTarget.checked })}
      />
      <Checkbox.Group
        label={t('notifications.events')}
        value={settings.events}
        onChange={(events) => change({ events: events as Kind[] })}
      >
        <Stack gap="xs" mt="xs">
          {kinds.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={t(label)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label={t('notifications.agents')}
        placeholder={settings.agentIds ? undefined : t('notifications.allAgents')}
        data={(agents.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={settings.agentIds ?? []}
        onChange={(agentIds) => change({ agentIds: agentIds.length === 0 ? null : agentIds })}
        searchable
        clearable
      />
      <Group>
        <Button onClick={() => save.mutate(undefined)} loading={save.isPending}>
          {t('notifications.save')}
        </Button>
      </Group>
    </Stack>
  );
};

/** What a person wants to be notified of, per workspace. */
export const NotificationsSection = () => {
  const { session } = useSession();
  const [workspaceId, setWorkspaceId] = useState(session.workspaces[0]?.id ?? '');
  const settings = useResource(address('/workspaces/{workspaceId}/notifications', { workspaceId }));
  if (workspaceId === '') return null;
  return (
    <FormSection id="notifications" title={t('notifications.title')} description={t('notifications.hint')}>
      {session.workspaces.length > 1 && (
        <Select
          label={t('notifications.workspace')}
          data={session.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceId}
          onChange={(id) => id !== null && setWorkspaceId(id)}
          allowDeselect={false}
        />
      )}
      <ResourceView resource={settings}>
        {(data) => <SettingsForm key={workspaceId} workspaceId={workspaceId} saved={data} />}
      </ResourceView>
    </FormSection>
  );
};

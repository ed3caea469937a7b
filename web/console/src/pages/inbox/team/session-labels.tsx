import { MultiSelect, Text, Title } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useMayReply } from '../conversation/use-inbox-session.ts';
import { LabelBadges } from './label-badges.tsx';
import { useLabels } from './use-labels.ts';

/** The labels of the open session. */
export const SessionLabels = ({ session }: { session: InboxSession }) => {
  const workspace = useWorkspace();
  const labels = useLabels().data?.items ?? [];
  const mayReply = useMayReply();
  const change = useChange(
    async ({ id, isAdded }: { id: string; isAdded: boolean }) => {
      const path = at(workspace.api, '/inbox/sessions/{sessionId}/labels/{labelId}', {
        sessionId: session.id,
        labelId: id,
      });
      await (isAdded ? api.put(path) : api.remove(path));
    },
    { changes: [at(workspace.api, '/inbox/sessions/{sessionId}', { sessionId: session.id })] },
  );
  const chosen = session.labelIds.filter((id) => labels.some((label) => label.id === id));
  const choose = (ids: string[]): void => {
    for (const id of ids) if (!chosen.includes(id)) change.mutate({ id, isAdded: true });
    for (const id of chosen) if (!ids.includes(id)) change.mutate({ id, isAdded: false });
  };
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('inboxTeam.labels')}
      </Title>
      {labels.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(workspace.can('inbox:manage') ? 'inboxTeam.noLabelsManage' : 'inboxTeam.noLabels')}
        </Text>
      ) : mayReply ? (
        <MultiSelect
          aria-label={t('inboxTeam.labels')}
          size="xs"
          searchable
          hidePickedOptions
          placeholder={chosen.length === 0 ? t('inboxTeam.addLabel') : undefined}
          data={labels.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={choose}
        />
      ) : (
        <LabelBadges ids={session.labelIds} />
      )}
    </section>
  );
};

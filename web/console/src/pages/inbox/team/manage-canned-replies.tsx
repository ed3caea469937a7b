import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { CannedReply } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgents } from '../../../session/use-agent.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { CannedReplyDialog } from './canned-reply-dialog.tsx';

const pageSize = 50;
const searchDelayMs = 250;

/** Creates, changes and deletes the canned replies of the workspace. */
export const ManageCannedReplies = () => {
  const workspace = useWorkspace();
  const agents = useAgents(workspace).data?.items ?? [];
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, searchDelayMs);
  const [limit, setLimit] = useState(pageSize);
  const [edited, setEdited] = useState<CannedReply | 'new'>();
  const [removed, setRemoved] = useState<CannedReply>();
  const replies = useResource(at(workspace.api, '/inbox/canned-replies'), {
    query: { search: wanted, limit: Math.min(limit, 100) },
  });
  const scopeOf = ({ agentId }: CannedReply): string =>
    agentId === null
      ? t('inboxTeam.manage.allAgents')
      : (agents.find(({ id }) => id === agentId)?.name ?? agentId);
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end">
        <TextInput
          flex={1}
          type="search"
          label={t('inboxTeam.manage.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button onClick={() => setEdited('new')}>{t('inboxTeam.manage.newReply')}</Button>
      </Group>
      <ResourceView resource={replies}>
        {({ items, total }) => (
          <Stack gap="xs">
            {items.length === 0 && (
              <Text size="sm" c="dimmed">
                {t(wanted === '' ? 'inboxTeam.manage.repliesHint' : 'inboxTeam.manage.noMatch')}
              </Text>
            )}
            {items.map((reply) => (
              <Group key={reply.id} gap="xs" wrap="nowrap" justify="space-between">
                <div style={{ minWidth: 0 }}>
                  <Group gap={6}>
                    <Text size="sm" fw={550}>
                      {`/${reply.shortcut}`}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {scopeOf(reply)}
                    </Text>
                  </Group>
                  <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                    {reply.text}
                  </Text>
                </div>
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    aria-label={t('inboxTeam.manage.editReply', { shortcut: reply.shortcut })}
                    onClick={() => setEdited(reply)}
                  >
                    <IconPencil size={16} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('inboxTeam.manage.deleteReply', { shortcut: reply.shortcut })}
                    onClick={() => setRemoved(reply)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              </Group>
            ))}
            {total > items.length && limit < 100 && (
              <Button variant="subtle" onClick={() => setLimit(100)}>
                {t('inbox.more')}
              </Button>
            )}
            {total > 100 && limit >= 100 && (
              <Text size="xs" c="dimmed">
                {t('inboxTeam.manage.searchMore', { count: total })}
              </Text>
            )}
          </Stack>
        )}
      </ResourceView>
      {edited && (
        <CannedReplyDialog
          reply={edited === 'new' ? undefined : edited}
          agents={agents}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={t('inboxTeam.manage.deleteReply', { shortcut: removed?.shortcut ?? '' })}
        onConfirm={async () => {
          await api.remove(at(workspace.api, '/inbox/canned-replies/{replyId}', { replyId: removed!.id }));
          await replies.refetch();
        }}
      >
        {t('inboxTeam.manage.deleteReplyHint')}
      </ConfirmDialog>
    </Stack>
  );
};

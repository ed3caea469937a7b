import { ActionIcon, Button, Drawer, Group, Pagination, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBrain, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ConversationDetail, Memory } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { authorName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './side.module.css';

const pageSize = 20;

const MemoryItem = ({ memory, onDelete }: { memory: Memory; onDelete: (() => void) | undefined }) => (
  <li className={classes.memory}>
    <Group wrap="nowrap" align="flex-start" justify="space-between" gap="sm">
      <div>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} lineClamp={8}>
          {memory.text}
        </Text>
        <Group gap={8} mt={4}>
          <StatusBadge tone={memory.kind === 'fact' ? 'good' : 'quiet'}>
            {t(memory.kind === 'fact' ? 'conversations.memory.fact' : 'conversations.memory.excerpt')}
          </StatusBadge>
          <TimeText time={memory.createdAt} size="xs" c="dimmed" />
        </Group>
      </div>
      {onDelete && (
        <Tooltip label={t('conversations.memory.delete')}>
          <ActionIcon
            aria-label={t('conversations.memory.deleteNamed', { text: memory.text.slice(0, 40) })}
            onClick={onDelete}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  </li>
);

const DeleteAllMemories = ({ userId, changes }: { userId: string; changes: string[] }) => {
  const agent = useAgentScope();
  const [isOpen, dialog] = useDisclosure();
  const deleteAll = useChange(() => api.remove(at(agent.api, '/user/memories'), { query: { userId } }), {
    changes,
    done: t('conversations.memory.allDeleted'),
    quiet: true,
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('conversations.memory.deleteAll')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('conversations.memory.deleteAllTitle')}
        onConfirm={() => deleteAll.mutateAsync(undefined)}
      >
        {t('conversations.memory.deleteAllHint')}
      </ConfirmDialog>
    </>
  );
};

/** The agent's long-term memory of a user. */
export const MemoryDrawer = ({ user, onClose }: { user: ConversationDetail; onClose(): void }) => {
  const { userId } = user;
  const agent = useAgentScope();
  const [page, setPage] = useState(1);
  const memories = useResource(at(agent.api, '/memories'), {
    query: { userId, page, pageSize },
  });
  const changes = [at(agent.api, '/memories'), at(agent.api, '/user')];
  const deleteOne = useChange(
    ({ id }: Memory) => api.remove(at(agent.api, '/memories/{memoryId}', { memoryId: id })),
    { changes },
  );
  const mayDelete = agent.can('conversation:write');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={t('conversations.memory.title', { user: authorName(user) })}
    >
      <ResourceView resource={memories}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState icon={IconBrain} title={t('conversations.memory.empty')}>
              {t('conversations.memory.emptyHint')}
            </EmptyState>
          ) : (
            <Stack>
              {mayDelete && (
                <div>
                  <DeleteAllMemories userId={userId} changes={changes} />
                </div>
              )}
              <ul className={classes.memories}>
                {items.map((memory) => (
                  <MemoryItem
                    key={memory.id}
                    memory={memory}
                    onDelete={mayDelete ? () => deleteOne.mutate(memory) : undefined}
                  />
                ))}
              </ul>
              {total > pageSize && (
                <Pagination
                  size="sm"
                  value={page}
                  total={Math.ceil(total / pageSize)}
                  onChange={setPage}
                  getControlProps={(control) => ({ 'aria-label': t('common.pageControl', { control }) })}
                  getItemProps={(item) => ({ 'aria-label': t('common.pageNumber', { page: item }) })}
                />
              )}
            </Stack>
          )
        }
      </ResourceView>
    </Drawer>
  );
};

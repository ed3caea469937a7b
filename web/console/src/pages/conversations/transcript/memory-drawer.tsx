import { ActionIcon, Button, Drawer, Group, Pagination, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBrain, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { Memory } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './side.module.css';

const pageSize = 20;

const MemoryItem = ({ memory, onForget }: { memory: Memory; onForget: (() => void) | undefined }) => (
  <li className={classes.memory}>
    <Group wrap="nowrap" align="flex-start" justify="space-between" gap="sm">
      <div>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} lineClamp={8}>
          {memory.text}
        </Text>
        <Group gap={8} mt={4}>
          <StatusBadge tone={memory.kind === 'fact' ? 'good' : 'quiet'}>
            {memory.kind === 'fact' ? 'learned' : 'words'}
          </StatusBadge>
          <TimeText time={memory.createdAt} size="xs" c="dimmed" />
        </Group>
      </div>
      {onForget && (
        <Tooltip label="Forget this">
          <ActionIcon aria-label={`Forget: ${memory.text.slice(0, 40)}`} onClick={onForget}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  </li>
);

const ForgetAll = ({ userId, changes }: { userId: string; changes: string[] }) => {
  const agent = useAgentScope();
  const [isAsking, asking] = useDisclosure();
  const forgetAll = useChange(() => api.remove(at(agent.api, '/user/memories'), { query: { userId } }), {
    changes,
    done: 'Everything is forgotten.',
    quiet: true,
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={asking.open}>
        Forget everything
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Forget everything of this user?"
        action="Forget"
        onConfirm={() => forgetAll.mutateAsync(undefined)}
      >
        The agent begins anew with {userId}: what it learned and the words it kept from all their
        conversations go. The conversations themselves stay.
      </ConfirmDialog>
    </>
  );
};

/** What the agent remembers of a user beyond the conversation at hand. */
export const MemoryDrawer = ({ userId, onClose }: { userId: string; onClose(): void }) => {
  const agent = useAgentScope();
  const [page, setPage] = useState(1);
  const memories = useResource(at(agent.api, '/memories'), {
    query: { userId, page, pageSize },
  });
  const changes = [at(agent.api, '/memories'), at(agent.api, '/user')];
  const forgetOne = useChange(
    ({ id }: Memory) => api.remove(at(agent.api, '/memories/{memoryId}', { memoryId: id })),
    { changes },
  );
  const mayForget = agent.can('conversation:write');
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={`Memories of ${userId}`}>
      <ResourceView resource={memories}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState icon={IconBrain} title="Nothing is remembered">
              With long-term memory switched on in the settings, the agent keeps what it learns of its users
              and finds it again in later conversations.
            </EmptyState>
          ) : (
            <Stack>
              {mayForget && (
                <div>
                  <ForgetAll userId={userId} changes={changes} />
                </div>
              )}
              <ul className={classes.memories}>
                {items.map((memory) => (
                  <MemoryItem
                    key={memory.id}
                    memory={memory}
                    onForget={mayForget ? () => forgetOne.mutate(memory) : undefined}
                  />
                ))}
              </ul>
              {total > pageSize && (
                <Pagination
                  size="sm"
                  value={page}
                  total={Math.ceil(total / pageSize)}
                  onChange={setPage}
                  getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                />
              )}
            </Stack>
          )
        }
      </ResourceView>
    </Drawer>
  );
};

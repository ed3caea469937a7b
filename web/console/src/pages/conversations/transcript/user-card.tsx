import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBrain, IconUserX } from '@tabler/icons-react';
import { Link } from 'wouter';
import { at, withQuery } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ConversationDetail, UserDetail } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { userName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { Fact } from './facts.tsx';
import { MemoryDrawer } from './memory-drawer.tsx';
import classes from './side.module.css';
import { useErasing } from './use-erasing.ts';

const EraseUser = ({ user: { userId, operator, conversations, rounds } }: { user: UserDetail }) => {
  const agent = useAgentScope();
  const erase = useErasing();
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserX size={14} aria-hidden />}
        onClick={dialog.open}
      >
        {t('conversations.eraseUser.action')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('conversations.eraseUser.title')}
        typed={operator?.name ?? userId}
        action={t('conversations.eraseUser.action')}
        onConfirm={() => erase(() => api.remove(at(agent.api, '/user'), { query: { userId } }))}
      >
        {t('conversations.eraseUser.hint', { conversations, rounds })}
      </ConfirmDialog>
    </>
  );
};

/** The user of the conversation, with attributes and memories. */
export const UserCard = ({ conversation }: { conversation: ConversationDetail }) => {
  const { userId, anonymousId, operator } = conversation;
  const agent = useAgentScope();
  const [areMemoriesOpen, memories] = useDisclosure();
  const user = useResource(at(agent.api, '/user'), { query: { userId } });
  const others = withQuery(`${agent.href}/conversations`, { user: userId });
  return (
    <Paper p="md">
      <Title order={2} mb="xs">
        {t('common.user')}
      </Title>
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {userName(conversation)}
      </Text>
      {anonymousId && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('conversations.user.formerly', { id: anonymousId })}
        </Text>
      )}
      <ResourceView resource={user} bars={2}>
        {(data) => (
          <>
            <dl className={classes.facts}>
              {operator && (
                <Fact name={t('conversations.facts.id')}>
                  …{userId.slice(-8)} <CopyIcon value={userId} label={t('conversations.user.copyId')} />
                </Fact>
              )}
              <Fact name={t('shell.page.conversations')}>
                <Anchor component={Link} href={others} size="sm">
                  {formatNumber(data.conversations)}
                </Anchor>
              </Fact>
              {data.properties.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </dl>
            <Group gap="xs" mt="sm">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconBrain size={14} aria-hidden />}
                onClick={memories.open}
              >
                {t('conversations.memory.open', { count: data.memories })}
              </Button>
              {agent.can('conversation:write') && <EraseUser user={data} />}
            </Group>
          </>
        )}
      </ResourceView>
      {areMemoriesOpen && <MemoryDrawer user={conversation} onClose={memories.close} />}
    </Paper>
  );
};

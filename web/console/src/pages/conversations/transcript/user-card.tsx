import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBrain, IconUserX } from '@tabler/icons-react';
import { Link } from 'wouter';
import { at, withQuery } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ConversationDetail, UserDetail } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { countOf } from '../../../lib/count-of.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { Fact } from './facts.tsx';
import { MemoryDrawer } from './memory-drawer.tsx';
import classes from './side.module.css';
import { useErasing } from './use-erasing.ts';

const EraseUser = ({ user: { userId, conversations, rounds } }: { user: UserDetail }) => {
  const agent = useAgentScope();
  const erase = useErasing();
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserX size={14} aria-hidden />}
        onClick={asking.open}
      >
        Erase user
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Erase this user?"
        typed={userId}
        action="Erase user"
        onConfirm={() => erase(() => api.remove(at(agent.api, '/user'), { query: { userId } }))}
      >
        {countOf(conversations, 'conversation')} with this agent ({countOf(rounds, 'round')}) and all that
        belongs to them are gone for good: files, traces, memories, deliveries and the attributes of the user.
        Records in tables stay, and so does what was paid, without a name.
      </ConfirmDialog>
    </>
  );
};

/** Who the conversation is with, and what the agent keeps of them. */
export const UserCard = ({ conversation: { userId, anonymousId } }: { conversation: ConversationDetail }) => {
  const agent = useAgentScope();
  const [areMemoriesOpen, memories] = useDisclosure();
  const user = useResource(at(agent.api, '/user'), { query: { userId } });
  const others = withQuery(`${agent.href}/conversations`, { user: userId });
  return (
    <Paper p="md">
      <Title order={2} mb="xs">
        User
      </Title>
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {userId}
      </Text>
      {anonymousId && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Before: {anonymousId}
        </Text>
      )}
      <ResourceView resource={user} bars={2}>
        {(data) => (
          <>
            <dl className={classes.facts}>
              <Fact name="Conversations">
                <Anchor component={Link} href={others} size="sm">
                  {data.conversations.toLocaleString()}
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
                Memories ({data.memories.toLocaleString()})
              </Button>
              {agent.can('conversation:write') && <EraseUser user={data} />}
            </Group>
          </>
        )}
      </ResourceView>
      {areMemoriesOpen && <MemoryDrawer userId={userId} onClose={memories.close} />}
    </Paper>
  );
};

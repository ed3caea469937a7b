import { Anchor, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import type { ConversationDetail } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { channelName } from '../../../lib/channel-labels.ts';
import { authorName, userName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { EraseConversation } from './erase-conversation.tsx';
import { Facts } from './facts.tsx';
import { HumanSessionControl } from './human-session-control.tsx';
import { MessageList } from './message-list.tsx';
import classes from './transcript.module.css';
import { UserCard } from './user-card.tsx';

const BackLink = () => {
  const agent = useAgentScope();
  return (
    <Anchor component={Link} href={`${agent.href}/conversations`} size="sm">
      <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> {t('conversations.back')}
    </Anchor>
  );
};

/** The name of a test chat already says which channel it is. */
const userAndChannel = (conversation: ConversationDetail): string =>
  conversation.operator
    ? userName(conversation)
    : `${userName(conversation)} · ${channelName(conversation.channel, conversation.platform)}`;

/** One conversation with its messages, facts, user and actions. */
export const TranscriptView = ({ conversationId }: { conversationId: string }) => {
  const agent = useAgentScope();
  const conversation = useResource(at(agent.api, '/conversations/{conversationId}', { conversationId }));
  if (conversation.error && !conversation.data)
    return (
      <>
        <PageHeader title={t('common.conversation')} description={<BackLink />} />
        <ErrorState error={conversation.error} onRetry={conversation.refetch} />
      </>
    );
  const title = conversation.data?.subject || t('common.conversation');
  return (
    <>
      <PageHeader
        title={title}
        description={
          <>
            <BackLink />
            {conversation.data && (
              <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
                {' '}
                · {userAndChannel(conversation.data)}
              </Text>
            )}
          </>
        }
      >
        {agent.can('conversation:write') && conversation.data && (
          <>
            {conversation.data.deletedByUserAt === null && (
              <HumanSessionControl conversationId={conversationId} />
            )}
            <EraseConversation conversationId={conversationId} />
          </>
        )}
      </PageHeader>
      <ResourceView resource={conversation} bars={5}>
        {(data) => (
          <div className={classes.layout}>
            <MessageList conversationId={conversationId} userName={authorName(data)} />
            <Stack className={classes.side}>
              <Facts conversation={data} />
              <UserCard conversation={data} />
            </Stack>
          </div>
        )}
      </ResourceView>
    </>
  );
};

import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { at, withQuery } from '../../../api/address.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { labelOf } from '../../../lib/label-of.ts';
import { userName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { Fact } from '../../conversations/transcript/facts.tsx';
import classes from '../../conversations/transcript/side.module.css';
import { triggerLabels } from '../../human-sessions/session-labels.ts';

const mostEarlier = 5;

const EarlierConversations = ({ session: { userId, conversationId } }: { session: InboxSession }) => {
  const agent = useAgentScope();
  const conversations = useResource(at(agent.api, '/conversations'), {
    query: { userId, pageSize: mostEarlier + 1 },
  });
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('inbox.user.earlier')}
      </Title>
      <ResourceView resource={conversations} bars={2}>
        {({ items, total }) => {
          const earlier = items.filter(({ id }) => id !== conversationId).slice(0, mostEarlier);
          if (earlier.length === 0)
            return (
              <Text size="sm" c="dimmed">
                {t('inbox.user.noEarlier')}
              </Text>
            );
          return (
            <Stack gap={6}>
              {earlier.map(({ id, subject, recentChatAt }) => (
                <div key={id}>
                  <Anchor component={Link} href={`${agent.href}/conversations/${id}`} size="sm" lineClamp={2}>
                    {subject || t('common.conversation')}
                  </Anchor>
                  <TimeText time={recentChatAt} size="xs" c="dimmed" />
                </div>
              ))}
              {total > earlier.length + 1 && (
                <Anchor
                  component={Link}
                  href={withQuery(`${agent.href}/conversations`, { user: userId })}
                  size="sm"
                >
                  {t('inbox.user.all', { count: formatNumber(total) })}
                </Anchor>
              )}
            </Stack>
          );
        }}
      </ResourceView>
    </section>
  );
};

/** The address is always visible: the user could name any page and any title. */
const PageLink = ({ url, title }: NonNullable<InboxSession['page']>) => (
  <>
    {title !== '' && <div>{title}</div>}
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" inherit>
      {url}
    </Anchor>
  </>
);

/** The user with attributes, the handoff, and earlier conversations. */
export const UserSection = ({ session }: { session: InboxSession }) => {
  const agent = useAgentScope();
  const user = useResource(at(agent.api, '/user'), { query: { userId: session.userId } });
  return (
    <>
      <section>
        <Title order={3} size="h5" mb={4}>
          {t('common.user')}
        </Title>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {userName(session)}
        </Text>
        <ResourceView resource={user} bars={2}>
          {({ properties }) => (
            <dl className={classes.facts}>
              {properties.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
              <Fact name={t('inbox.user.trigger')}>{labelOf(triggerLabels, session.trigger)}</Fact>
              <Fact name={t('inbox.user.since')}>
                <TimeText time={session.createdAt} />
              </Fact>
              {session.page && (
                <Fact name={t(session.status === 'closed' ? 'inbox.user.lastPage' : 'inbox.user.page')}>
                  <PageLink {...session.page} />
                </Fact>
              )}
              {session.closeNote && <Fact name={t('inbox.close.note')}>{session.closeNote}</Fact>}
            </dl>
          )}
        </ResourceView>
        <Anchor component={Link} href={`${agent.href}/conversations/${session.conversationId}`} size="sm">
          {t('inbox.user.openConversation')}
        </Anchor>
      </section>
      <EarlierConversations session={session} />
    </>
  );
};

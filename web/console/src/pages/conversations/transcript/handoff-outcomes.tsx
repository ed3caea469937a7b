import { Stack, Text } from '@mantine/core';
import { IconHeadsetOff, IconStar } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import type { HandoffSession } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { TimeText } from '../../../components/time-text.tsx';
import { type Labels, labelOf } from '../../../lib/label-of.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

const missedLabels = {
  not_taken: 'conversations.missed.notTaken',
  no_reply: 'conversations.missed.noReply',
  user_left: 'conversations.missed.userLeft',
  unreachable: 'conversations.missed.unreachable',
} as const satisfies Labels;

const Outcome = ({ missed, rating, closedAt }: HandoffSession) => (
  <>
    {missed && (
      <Text size="sm" c="dimmed">
        <IconHeadsetOff size={14} aria-hidden style={{ verticalAlign: -2 }} /> {labelOf(missedLabels, missed)}{' '}
        <TimeText time={closedAt} />
      </Text>
    )}
    {rating && (
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <IconStar size={14} aria-hidden style={{ verticalAlign: -2 }} />{' '}
        {t('conversations.outcome.rated', { stars: rating.stars })} <TimeText time={rating.ratedAt} />
        {rating.comment !== '' && (
          <>
            <br />
            {t('inbox.ratingComment', { comment: rating.comment })}
          </>
        )}
      </Text>
    )}
  </>
);

/** Handoffs of the conversation that nobody answered or that the user rated, newest first. Shows nothing if there are none. */
export const HandoffOutcomes = ({ conversationId }: { conversationId: string }) => {
  const { workspace } = useAgentScope();
  const sessions = useResource(at(workspace.api, '/handoffs'), {
    query: { conversationId, status: 'closed', page: 1, pageSize: 20 },
  });
  const items = (sessions.data?.items ?? []).filter(({ missed, rating }) => missed || rating);
  if (items.length === 0) return null;
  return (
    <Stack gap={4} component="section" aria-label={t('conversations.outcome.title')}>
      {items.map((session) => (
        <Outcome key={session.id} {...session} />
      ))}
    </Stack>
  );
};

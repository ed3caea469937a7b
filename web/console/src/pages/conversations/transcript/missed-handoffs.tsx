import { Stack, Text } from '@mantine/core';
import { IconHeadsetOff } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
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

/** Handoffs of the conversation that nobody answered, newest first. Shows nothing if there are none. */
export const MissedHandoffs = ({ conversationId }: { conversationId: string }) => {
  const { workspace } = useAgentScope();
  const sessions = useResource(at(workspace.api, '/handoffs'), {
    query: { conversationId, status: 'closed', missed: true, page: 1, pageSize: 20 },
  });
  const items = sessions.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Stack gap={4} component="section" aria-label={t('conversations.missed.title')}>
      {items.map(({ id, missed, closedAt }) => (
        <Text key={id} size="sm" c="dimmed">
          <IconHeadsetOff size={14} aria-hidden style={{ verticalAlign: -2 }} />{' '}
          {missed && labelOf(missedLabels, missed)} <TimeText time={closedAt} />
        </Text>
      ))}
    </Stack>
  );
};

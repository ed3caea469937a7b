import { ActionIcon, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconUserCircle } from '@tabler/icons-react';
import type { InboxSession } from '../../../api/generated.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { channelName } from '../../../lib/channel-labels.ts';
import { labelOf } from '../../../lib/label-of.ts';
import { userName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { closedReasonLabels } from '../actions/closed-reasons.ts';
import { HeaderActions } from '../actions/header-actions.tsx';
import classes from '../inbox.module.css';
import { leftReasonLabels } from '../left-reasons.ts';
import { languageName } from '../list/session-entry.tsx';
import { missedReasonLabels } from '../missed-reasons.ts';

const closedText = ({ closedBy, closedReason }: InboxSession): string => {
  const reason = closedReason && labelOf(closedReasonLabels, closedReason);
  const name = closedBy && (closedBy.name ?? t('channels.formerOperator'));
  return [t('inbox.closed'), reason, name].filter(Boolean).join(' · ');
};

interface ConversationHeaderProps {
  session: InboxSession;
  onBack(): void;
  onPanel(): void;
}

export const ConversationHeader = ({ session, onBack, onPanel }: ConversationHeaderProps) => {
  const { agentName, channel, platform, language, status, assignee, missed, rating, leftMessage } = session;
  const facts = [agentName, channelName(channel, platform), language && languageName(language)];
  return (
    <header className={classes.head}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        <ActionIcon className={classes.narrowOnly} aria-label={t('inbox.back')} onClick={onBack}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <Stack gap={0} miw={0}>
          <Title order={2} size="h4" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
            {userName(session)}
          </Title>
          <Group gap={6}>
            <Text size="xs" c="dimmed">
              {facts.filter(Boolean).join(' · ')}
            </Text>
            {leftMessage && (
              <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                {leftMessage.email ?? t('inbox.left.noAddress')}
              </Text>
            )}
            {status === 'left_message' && leftMessage && (
              <StatusBadge tone="notice">{labelOf(leftReasonLabels, leftMessage.reason)}</StatusBadge>
            )}
            {status === 'awaiting_message' && (
              <StatusBadge tone="notice">{t('inbox.left.awaiting')}</StatusBadge>
            )}
            {status === 'closed' ? (
              <>
                <StatusBadge tone="quiet">{closedText(session)}</StatusBadge>
                {missed && <StatusBadge tone="bad">{labelOf(missedReasonLabels, missed)}</StatusBadge>}
                {rating && (
                  <StatusBadge tone={rating.stars > 2 ? 'good' : 'bad'}>
                    {t('inbox.rated', { stars: rating.stars })}
                  </StatusBadge>
                )}
              </>
            ) : assignee ? (
              <StatusBadge tone="busy">
                {t('inbox.assignedTo', { name: assignee.name ?? t('channels.formerOperator') })}
              </StatusBadge>
            ) : (
              <StatusBadge tone="notice">{t('inbox.unassigned')}</StatusBadge>
            )}
          </Group>
          {rating && rating.comment !== '' && (
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              {t('inbox.ratingComment', { comment: rating.comment })}
            </Text>
          )}
        </Stack>
      </Group>
      <Group gap="xs">
        <HeaderActions session={session} />
        <ActionIcon className={classes.narrowOnly} aria-label={t('inbox.details')} onClick={onPanel}>
          <IconUserCircle size={20} />
        </ActionIcon>
      </Group>
    </header>
  );
};

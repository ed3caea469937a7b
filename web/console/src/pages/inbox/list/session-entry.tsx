import { Badge, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { InboxSession } from '../../../api/generated.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { channelName } from '../../../lib/channel-labels.ts';
import { formatDateTime } from '../../../lib/format-date-time.ts';
import { labelOf } from '../../../lib/label-of.ts';
import { userName } from '../../../lib/user-name.ts';
import { activeLocale, t } from '../../../messages/translate.ts';
import { useSession } from '../../../session/session-context.ts';
import classes from '../inbox.module.css';
import { missedReasonLabels } from '../missed-reasons.ts';
import { LabelBadges } from '../team/label-badges.tsx';
import { formatWaited } from './format-waited.ts';

/** Users who wait longer than this are shown in red. */
const longWaitMs = 5 * 60_000;

export const languageName = (language: string): string =>
  new Intl.DisplayNames([activeLocale()], { type: 'language' }).of(language) ?? language;

const WaitingTime = ({ since, nowMs }: { since: string; nowMs: number }) => {
  const waitedMs = Math.max(0, nowMs - Date.parse(since));
  return (
    <Text
      size="xs"
      span
      c={waitedMs > longWaitMs ? 'var(--mantine-color-error)' : 'dimmed'}
      className={classes.waiting}
    >
      {t('inbox.entry.waiting', { time: formatWaited(waitedMs) })}
    </Text>
  );
};

interface SessionEntryProps {
  session: InboxSession;
  href: string;
  isCurrent: boolean;
  nowMs: number;
}

/** One session in the list. A link, so that it can be opened by keyboard and in a new tab. */
export const SessionEntry = ({ session, href, isCurrent, nowMs }: SessionEntryProps) => {
  const {
    agentName,
    channel,
    platform,
    language,
    lastMessage,
    unread,
    waitingSince,
    assignee,
    status,
    closedAt,
    leftMessage,
  } = session;
  const { session: me } = useSession();
  const facts = [agentName, channelName(channel, platform), language && languageName(language)];
  const preview = lastMessage.text || t('inbox.entry.file');
  return (
    <Link
      href={href}
      className={classes.entry}
      data-session={session.id}
      data-unread={unread > 0 || undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={unread > 0 ? 700 : 550} truncate>
          {userName(session)}
        </Text>
        {status === 'closed' ? (
          <TimeText time={closedAt} size="xs" c="dimmed" />
        ) : status === 'left_message' ? (
          // The user does not wait in the chat any more.
          <TimeText time={leftMessage?.leftAt ?? null} size="xs" c="dimmed" />
        ) : (
          waitingSince && <WaitingTime since={waitingSince} nowMs={nowMs} />
        )}
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" lineClamp={1} style={{ overflowWrap: 'anywhere' }} fw={unread > 0 ? 550 : 400}>
          {lastMessage.from === 'person' ? t('inbox.entry.ours', { text: preview }) : preview}
        </Text>
        {unread > 0 && (
          <Badge
            size="sm"
            circle={unread < 10}
            role="img"
            aria-label={t('inbox.entry.unread', { count: unread })}
          >
            {unread > 99 ? '99+' : unread}
          </Badge>
        )}
      </Group>
      <Group gap={6}>
        <Text size="xs" c="dimmed" truncate>
          {facts.filter(Boolean).join(' · ')}
        </Text>
        {leftMessage && (
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {leftMessage.email ?? t('inbox.left.noAddress')}
          </Text>
        )}
        {status === 'awaiting_message' && <StatusBadge tone="notice">{t('inbox.left.awaiting')}</StatusBadge>}
        {assignee && <StatusBadge tone="quiet">{assignee.name ?? t('channels.formerOperator')}</StatusBadge>}
        <LabelBadges ids={session.labelIds} />
        {session.snoozedUntil && (
          <StatusBadge tone="quiet">
            {t('inboxTeam.snooze.badge', { time: formatDateTime(session.snoozedUntil) })}
          </StatusBadge>
        )}
        {session.mentionedIds.includes(me.id) && (
          <StatusBadge tone="notice">{t('inboxTeam.mentioned')}</StatusBadge>
        )}
        {session.missed && (
          <StatusBadge tone="bad">{labelOf(missedReasonLabels, session.missed)}</StatusBadge>
        )}
      </Group>
    </Link>
  );
};

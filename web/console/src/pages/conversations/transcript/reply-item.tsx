import { Button, Group, Loader, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { withNumbers } from '../../../../../markdown/citation-marks.ts';
import type { Quality } from '../../../api/derived-types.ts';
import type { Message } from '../../../api/generated.ts';
import { Markdown } from '../../../components/markdown.tsx';
import { RecordingPlayer } from '../../../components/recording-player.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { t } from '../../../messages/translate.ts';
import { CorrectAnswerButton } from '../../corrections/correct-answer-button.tsx';
import { AddToTestSet } from '../../evaluation/add-to-test-set.tsx';
import { FeedbackBadge, FeedbackDetails } from '../feedback-badge.tsx';
import { CitationList } from './citation-list.tsx';
import { RatingButtons } from './rating-buttons.tsx';
import { RoundTrace } from './round-trace.tsx';
import classes from './transcript.module.css';

export interface Reply {
  roundId: string;
  /** The message of the user. Undefined if it is on another page. */
  question: string | undefined;
  /** Position on this page, from 1. */
  number: number;
  text: string;
  createdAt: string;
  round: NonNullable<Message['round']>;
  citations: Message['citations'];
  recordings: Message['recordings'];
}

interface ReplyItemProps {
  reply: Reply;
  isTraceOpen: boolean;
  onTrace(): void;
  /** Undefined: the page has no ratings. */
  rating?: { isAllowed: boolean; onRate(quality: Quality): void };
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
}

const ReplyText = ({ reply: { text, round, citations } }: { reply: Reply }) => (
  <>
    {text !== '' && (
      <Markdown
        text={withNumbers(
          text,
          citations.map(({ spans }) => spans),
        )}
      />
    )}
    {round.status === 'running' && text === '' && (
      <Loader size="xs" type="dots" aria-label={t('conversations.reply.running')} />
    )}
    {round.status === 'failed' && (
      <Text size="sm" c="var(--mantine-color-error)">
        {round.error ?? t('conversations.reply.failed')}
      </Text>
    )}
    {round.status === 'stopped' && (
      <Text size="sm" c="dimmed">
        {t('conversations.reply.stopped')}
      </Text>
    )}
  </>
);

/** The agent's reply or the reason why there is none. It can have the focus, for the keyboard shortcuts. */
export const ReplyItem = ({ reply, isTraceOpen, onTrace, rating, onKeyDown }: ReplyItemProps) => {
  const { roundId, number, round, citations, recordings, createdAt } = reply;
  const [corrected, setCorrected] = useState<string>();
  const isBad = round.quality === 'UNRESOLVED';
  return (
    <article
      className={classes.message}
      data-role="assistant"
      data-reply={roundId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys rate the reply that has the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={t('conversations.reply.label', { number })}
    >
      <Group gap={8} className={classes.byline}>
        <Text size="xs" fw={600}>
          {t('common.agent')}
        </Text>
        <TimeText time={createdAt} size="xs" c="dimmed" />
        {round.status === 'failed' && (
          <StatusBadge tone="bad">{t('conversations.reply.failedState')}</StatusBadge>
        )}
        {round.replacedBy && <StatusBadge tone="quiet">{t('conversations.message.replaced')}</StatusBadge>}
        {round.feedback !== 'NONE' && (
          <>
            <Text size="xs" c="dimmed">
              {t('conversations.filter.feedback')}
            </Text>
            <FeedbackBadge feedback={round.feedback} />
          </>
        )}
      </Group>
      <div className={classes.bubble}>
        <ReplyText reply={reply} />
        {recordings.map((recording) => (
          <RecordingPlayer key={recording.url} {...recording} />
        ))}
        {citations.length > 0 && <CitationList roundId={roundId} citations={citations} />}
        {isTraceOpen && <RoundTrace roundId={roundId} />}
      </div>
      <FeedbackDetails {...round} />
      <Group gap="xs">
        {rating && <RatingButtons quality={round.quality} {...rating} />}
        <Button
          size="compact-xs"
          variant={isTraceOpen ? 'light' : 'subtle'}
          color="gray"
          aria-expanded={isTraceOpen}
          aria-keyshortcuts="t"
          leftSection={<IconRoute size={13} aria-hidden />}
          onClick={onTrace}
        >
          {t('conversations.trace.title')}
        </Button>
        {rating && round.status !== 'running' && (
          <CorrectAnswerButton
            question={reply.question ?? ''}
            answer={reply.text}
            roundId={roundId}
            isSuggested={isBad && corrected === undefined}
            onSaved={setCorrected}
          />
        )}
        {rating && round.status === 'done' && (
          <AddToTestSet roundId={roundId} corrected={corrected} isSuggested={isBad} />
        )}
      </Group>
    </article>
  );
};

import { Button, Group, Loader, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Quality } from '../../../api/derived-types.ts';
import type { Message } from '../../../api/generated.ts';
import { Markdown } from '../../../components/markdown.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { FeedbackBadge } from '../feedback-badge.tsx';
import { CitationList } from './citation-list.tsx';
import { RatingButtons } from './rating-buttons.tsx';
import { RoundTrace } from './round-trace.tsx';
import classes from './transcript.module.css';

export interface Answer {
  roundId: string;
  /** From 1, on this page. */
  number: number;
  text: string;
  createdAt: string;
  round: NonNullable<Message['round']>;
  citations: Message['citations'];
  recordings: Message['recordings'];
}

interface AnswerItemProps {
  answer: Answer;
  isTraceOpen: boolean;
  mayRate: boolean;
  onTrace(): void;
  onRate(quality: Quality): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

const Words = ({ answer: { text, round } }: { answer: Answer }) => (
  <>
    {text !== '' && <Markdown text={text} />}
    {round.status === 'running' && text === '' && (
      <Loader size="xs" type="dots" aria-label="The agent is answering" />
    )}
    {round.status === 'failed' && (
      <Text size="sm" c="var(--mantine-color-error)">
        {round.error ?? 'The answer failed.'}
      </Text>
    )}
    {round.status === 'stopped' && (
      <Text size="sm" c="dimmed">
        The answer was stopped.
      </Text>
    )}
  </>
);

/** What the agent said, or why it did not; j and k come here, and its keys are heard here. */
export const AnswerItem = ({ answer, isTraceOpen, mayRate, onTrace, onRate, onKeyDown }: AnswerItemProps) => {
  const { roundId, number, round, citations, recordings, createdAt } = answer;
  return (
    <article
      className={classes.message}
      data-role="assistant"
      data-answer={roundId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys rate the answer that has the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={`Answer ${number}`}
    >
      <Group gap={8} className={classes.byline}>
        <Text size="xs" fw={600}>
          Agent
        </Text>
        <TimeText time={createdAt} size="xs" c="dimmed" />
        {round.status === 'failed' && <StatusBadge tone="bad">failed</StatusBadge>}
        <FeedbackBadge feedback={round.feedback} prefix="user: " />
      </Group>
      <div className={classes.bubble}>
        <Words answer={answer} />
        {recordings.map(({ url, transcript }) => (
          // biome-ignore lint/a11y/useMediaCaption: the transcript is the text above
          <audio
            key={url}
            controls
            preload="none"
            src={url}
            aria-label={`Spoken: ${transcript.slice(0, 80)}`}
          />
        ))}
        {citations.length > 0 && <CitationList roundId={roundId} citations={citations} />}
        {isTraceOpen && <RoundTrace roundId={roundId} />}
      </div>
      <Group gap="xs">
        <RatingButtons quality={round.quality} isAllowed={mayRate} onRate={onRate} />
        <Button
          size="compact-xs"
          variant={isTraceOpen ? 'light' : 'subtle'}
          color="gray"
          aria-expanded={isTraceOpen}
          aria-keyshortcuts="t"
          leftSection={<IconRoute size={13} aria-hidden />}
          onClick={onTrace}
        >
          Trace
        </Button>
      </Group>
    </article>
  );
};

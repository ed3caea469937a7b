import { Button, Group, Paper, Text } from '@mantine/core';
import { IconMessageChatbot, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../messages/translate.ts';
import { CorrectAnswerButton } from '../corrections/correct-answer-button.tsx';
import { Composer } from './composer.tsx';
import { Exchange } from './exchange.tsx';
import { PersonReply } from './person-reply.tsx';
import type { PickedFile } from './read-files.ts';
import { ReplyMedia } from './reply-media.tsx';
import type { Trial } from './trial.ts';
import classes from './try-it.module.css';
import { useScrollToEnd } from './use-scroll-to-end.ts';

interface ChatProps {
  trials: Trial[];
  isRunning: boolean;
  isAllowed: boolean;
  /** Index of the round whose trace is shown. */
  chosen: number;
  onChoose(index: number): void;
  onSend(text: string, files: PickedFile[]): void;
  onStop(): void;
  /** Messages of people since the last test message. */
  replies: readonly { id: string; text: string }[];
  /** Above the message box. */
  children?: ReactNode;
}

const durationOf = ({ round }: Trial): number | undefined =>
  round?.endedAt ? Date.parse(round.endedAt) - Date.parse(round.createdAt) : undefined;

/** Tokens, credits and time of a finished reply, with a button that shows its trace. */
const Usage = ({ trial, onChoose }: { trial: Trial; onChoose(): void }) => {
  const { round } = trial;
  const durationMs = durationOf(trial);
  if (!round) return null;
  return (
    <Group gap="xs" mt={4}>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconRoute size={13} aria-hidden />}
        onClick={onChoose}
      >
        {t('tryIt.trace')}
      </Button>
      <Text size="xs" c="dimmed">
        {[
          round.tokens &&
            t('trace.tokenCount', { count: round.tokens.promptTokens + round.tokens.completionTokens }),
          t('trace.credits', { credits: formatCredits(round.credits) }),
          durationMs !== undefined && formatDuration(durationMs),
          round.status === 'stopped' && t('tryIt.stopped'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Group>
  );
};

export const Chat = (props: ChatProps) => {
  const { trials, replies, isRunning, isAllowed, chosen, onChoose, onSend, onStop, children } = props;
  const end = useScrollToEnd(trials, replies.length);
  return (
    <Paper className={classes.conversation}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <div className={classes.messages} role="log" aria-label={t('tryIt.conversation')} tabIndex={0}>
        {trials.length === 0 && (
          <EmptyState icon={IconMessageChatbot} title={t('tryIt.empty.title')}>
            {t('tryIt.empty.text')}
          </EmptyState>
        )}
        {trials.map((trial, index) => (
          <Exchange
            // biome-ignore lint/suspicious/noArrayIndexKey: trials are only ever appended
            key={index}
            trial={trial}
            isChosen={index === chosen && trials.length > 1}
            loadingLabel={t('tryIt.answering')}
          >
            {trial.round && <ReplyMedia round={trial.round} />}
            <Usage trial={trial} onChoose={() => onChoose(index)} />
            {trial.round && trial.roundId !== undefined && (
              <CorrectAnswerButton question={trial.question} answer={trial.answer} roundId={trial.roundId} />
            )}
          </Exchange>
        ))}
        {replies.map(({ id, text }) => (
          <PersonReply key={id} text={text} />
        ))}
        <div ref={end} />
      </div>
      {children}
      <Composer isRunning={isRunning} isAllowed={isAllowed} onSend={onSend} onStop={onStop} />
    </Paper>
  );
};

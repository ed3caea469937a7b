import { Button, Group, Loader, Paper, Text } from '@mantine/core';
import { IconMessageChatbot, IconRoute } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { formatMs } from '../../components/trace/trace-view.tsx';
import { Composer } from './composer.tsx';
import type { PickedFile } from './read-files.ts';
import type { Trial } from './trial.ts';
import classes from './try-it.module.css';

interface ChatProps {
  trials: Trial[];
  isRunning: boolean;
  isAllowed: boolean;
  /** Whose trace is shown. */
  chosen: number;
  onChoose(index: number): void;
  onSend(text: string, files: PickedFile[]): void;
  onStop(): void;
}

const tookMs = ({ round }: Trial): number | undefined =>
  round?.endedAt ? Date.parse(round.endedAt) - Date.parse(round.createdAt) : undefined;

const Answer = ({ trial, isChosen, onChoose }: { trial: Trial; isChosen: boolean; onChoose(): void }) => {
  const took = tookMs(trial);
  return (
    <div className={classes.answer} data-chosen={isChosen || undefined}>
      {trial.answer === '' && trial.isRunning && (
        <Loader size="xs" type="dots" aria-label="The agent is answering" />
      )}
      {trial.answer !== '' && <Markdown text={trial.answer} />}
      {trial.failure && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {trial.failure}
        </Text>
      )}
      {trial.round && (
        <Group gap="xs" mt={4}>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconRoute size={13} aria-hidden />}
            onClick={onChoose}
          >
            Trace
          </Button>
          <Text size="xs" c="dimmed">
            {[
              trial.round.tokens &&
                `${trial.round.tokens.promptTokens + trial.round.tokens.completionTokens} tokens`,
              `${trial.round.credits} credits`,
              took !== undefined && formatMs(took),
              trial.round.status === 'stopped' && 'stopped',
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Group>
      )}
    </div>
  );
};

export const Chat = ({ trials, isRunning, isAllowed, chosen, onChoose, onSend, onStop }: ChatProps) => {
  const end = useRef<HTMLDivElement>(null);
  const length = trials.length + (trials.at(-1)?.answer.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words are what moves the view
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [length]);
  return (
    <Paper className={classes.conversation}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <div className={classes.messages} role="log" aria-label="Conversation" tabIndex={0}>
        {trials.length === 0 && (
          <EmptyState icon={IconMessageChatbot} title="Say something">
            A question your users will ask is the best one. The conversation is kept like any other, under the
            channel SPACE.
          </EmptyState>
        )}
        {trials.map((trial, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: trials are only ever appended
          <div key={index} style={{ display: 'contents' }}>
            <div className={classes.question}>
              {trial.question}
              {trial.fileNames.length > 0 && (
                <Text size="xs" c="dimmed">
                  {trial.fileNames.join(', ')}
                </Text>
              )}
            </div>
            <Answer
              trial={trial}
              isChosen={index === chosen && trials.length > 1}
              onChoose={() => onChoose(index)}
            />
          </div>
        ))}
        <div ref={end} />
      </div>
      <Composer isRunning={isRunning} isAllowed={isAllowed} onSend={onSend} onStop={onStop} />
    </Paper>
  );
};

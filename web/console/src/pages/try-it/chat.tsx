import { Button, Group, Paper, Text } from '@mantine/core';
import { IconMessageChatbot, IconRoute } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatDuration } from '../../lib/format-duration.ts';
import { Composer } from './composer.tsx';
import { Exchange } from './exchange.tsx';
import type { PickedFile } from './read-files.ts';
import type { Trial } from './trial.ts';
import classes from './try-it.module.css';
import { useFollowedEnd } from './use-followed-end.ts';

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

/** What the answer took; nothing while it is being given. */
const Cost = ({ trial, onChoose }: { trial: Trial; onChoose(): void }) => {
  const { round } = trial;
  const took = tookMs(trial);
  if (!round) return null;
  return (
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
          round.tokens && `${round.tokens.promptTokens + round.tokens.completionTokens} tokens`,
          `${round.credits} credits`,
          took !== undefined && formatDuration(took),
          round.status === 'stopped' && 'stopped',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Group>
  );
};

export const Chat = ({ trials, isRunning, isAllowed, chosen, onChoose, onSend, onStop }: ChatProps) => {
  const end = useFollowedEnd(trials);
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
          <Exchange
            // biome-ignore lint/suspicious/noArrayIndexKey: trials are only ever appended
            key={index}
            trial={trial}
            isChosen={index === chosen && trials.length > 1}
            waitingFor="The agent is answering"
          >
            <Cost trial={trial} onChoose={() => onChoose(index)} />
          </Exchange>
        ))}
        <div ref={end} />
      </div>
      <Composer isRunning={isRunning} isAllowed={isAllowed} onSend={onSend} onStop={onStop} />
    </Paper>
  );
};

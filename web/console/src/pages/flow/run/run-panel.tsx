import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useReactFlow } from '@xyflow/react';
import { useState } from 'react';
import { Exchange } from '../../try-it/exchange.tsx';
import { sendOnEnter } from '../../try-it/send-on-enter.ts';
import { useFollowedEnd } from '../../try-it/use-followed-end.ts';
import { fitting } from '../canvas/canvas-toolbar.tsx';
import classes from '../flow.module.css';
import { RunSteps } from './run-steps.tsx';
import type { Run } from './use-run.ts';

interface RunPanelProps {
  run: Run;
  /** Why the draft cannot be run as it is drawn. */
  hindrance: string | undefined;
  onSend(text: string): void;
}

/** Talks to the draft; the components light up as they run. */
export const RunPanel = ({ run, hindrance, onSend }: RunPanelProps) => {
  const [text, setText] = useState('');
  const end = useFollowedEnd(run.trials);
  const { fitView } = useReactFlow();
  const isReady = hindrance === undefined && !run.isRunning && text.trim() !== '';
  const send = (): void => {
    if (!isReady) return;
    // What lights up has to be in sight.
    void fitView(fitting);
    onSend(text);
    setText('');
  };
  return (
    <Stack gap="sm">
      {run.trials.length === 0 ? (
        <Text size="sm" c="dimmed">
          Ask as a user would. The draft is saved and run; the components light up as they work, and each
          shows what went in and what came out. Calls of the API go on using what is published.
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        <div className={classes.log} role="log" aria-label="Conversation" tabIndex={0}>
          {run.trials.map((trial, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: trials are only ever appended
            <Exchange key={index} trial={trial} waitingFor="The flow runs" />
          ))}
          <div ref={end} />
        </div>
      )}
      <Textarea
        aria-label="Your message"
        placeholder="Ask something"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter(send)}
        autosize
        maxRows={5}
        error={hindrance}
      />
      <Group justify="space-between">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconRefresh size={14} aria-hidden />}
          disabled={run.trials.length === 0}
          onClick={run.startOver}
        >
          New conversation
        </Button>
        {run.isRunning ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            onClick={() => void run.stop()}
          >
            Stop
          </Button>
        ) : (
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={!isReady}
            onClick={send}
          >
            Send
          </Button>
        )}
      </Group>
      {run.steps.length > 0 && <RunSteps run={run} />}
    </Stack>
  );
};

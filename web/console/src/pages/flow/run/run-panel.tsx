import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Markdown } from '../../../components/markdown.tsx';
import type { Trial } from '../../try-it/trial.ts';
import { fitting } from '../canvas/canvas-toolbar.tsx';
import classes from '../flow.module.css';
import { RunSteps } from './run-steps.tsx';
import type { Run } from './use-run.ts';

const Exchange = ({ trial }: { trial: Trial }) => (
  <>
    <div className={classes.question}>{trial.question}</div>
    <div className={classes.answer}>
      {trial.answer === '' && trial.isRunning && <Loader size="xs" type="dots" aria-label="The flow runs" />}
      {trial.answer !== '' && <Markdown text={trial.answer} />}
      {trial.failure && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {trial.failure}
        </Text>
      )}
    </div>
  </>
);

interface RunPanelProps {
  run: Run;
  /** Why the draft cannot be run as it is drawn. */
  hindrance: string | undefined;
  onSend(text: string): void;
}

/** Talks to the draft; the components light up as they run. */
export const RunPanel = ({ run, hindrance, onSend }: RunPanelProps) => {
  const [text, setText] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const { fitView } = useReactFlow();
  const length = run.trials.length + (run.trials.at(-1)?.answer.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words are what moves the view
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [length]);
  const isReady = hindrance === undefined && !run.isRunning && text.trim() !== '';
  const send = (): void => {
    if (!isReady) return;
    // What lights up has to be in sight.
    void fitView(fitting);
    onSend(text);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
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
            <Exchange key={index} trial={trial} />
          ))}
          <div ref={end} />
        </div>
      )}
      <Textarea
        aria-label="Your message"
        placeholder="Ask something"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
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

import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { Exchange } from '../../try-it/exchange.tsx';
import { sendOnEnter } from '../../try-it/send-on-enter.ts';
import { useScrollToEnd } from '../../try-it/use-scroll-to-end.ts';
import { useFit } from '../canvas/use-fit.ts';
import classes from '../flow.module.css';
import { RunSteps } from './run-steps.tsx';
import type { Run } from './use-run.ts';

interface RunPanelProps {
  run: Run;
  /** Why the draft cannot be run. */
  blockedBy: string | undefined;
  onSend(text: string): void;
}

/** A conversation with the draft. The canvas shows the states of the components. */
export const RunPanel = ({ run, blockedBy, onSend }: RunPanelProps) => {
  const [text, setText] = useState('');
  const end = useScrollToEnd(run.trials);
  const fit = useFit();
  const isReady = blockedBy === undefined && !run.isRunning && text.trim() !== '';
  const send = (): void => {
    if (!isReady) return;
    // The states are shown from the start of the flow.
    fit();
    onSend(text);
    setText('');
  };
  return (
    <Stack gap="sm">
      {run.trials.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('flow.run.intro')}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
        <div className={classes.log} role="log" aria-label={t('flow.run.conversation')} tabIndex={0}>
          {run.trials.map((trial, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: trials are only appended
            <Exchange key={index} trial={trial} loadingLabel={t('flow.run.waiting')} />
          ))}
          <div ref={end} />
        </div>
      )}
      <Textarea
        aria-label={t('flow.run.message')}
        placeholder={t('flow.run.placeholder')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter(send)}
        autosize
        maxRows={5}
        error={blockedBy}
      />
      <Group justify="space-between">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconRefresh size={14} aria-hidden />}
          disabled={run.trials.length === 0}
          onClick={run.startOver}
        >
          {t('flow.run.restart')}
        </Button>
        {run.isRunning ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            onClick={() => void run.stop()}
          >
            {t('flow.run.stop')}
          </Button>
        ) : (
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={!isReady}
            onClick={send}
          >
            {t('flow.run.send')}
          </Button>
        )}
      </Group>
      {run.steps.length > 0 && <RunSteps run={run} />}
    </Stack>
  );
};

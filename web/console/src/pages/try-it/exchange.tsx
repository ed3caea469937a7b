import { Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Markdown } from '../../components/markdown.tsx';
import classes from './exchange.module.css';
import type { Trial } from './trial.ts';

interface ExchangeProps {
  trial: Trial;
  isChosen?: boolean;
  /** Of the wait for the first word. */
  waitingFor: string;
  /** Below the answer. */
  children?: ReactNode;
}

/** A question and its answer, as far as it has come. */
export const Exchange = ({ trial, isChosen = false, waitingFor, children }: ExchangeProps) => (
  <>
    <div className={classes.question}>
      {trial.question}
      {trial.fileNames.length > 0 && (
        <Text size="xs" c="dimmed">
          {trial.fileNames.join(', ')}
        </Text>
      )}
    </div>
    <div className={classes.answer} data-chosen={isChosen || undefined}>
      {trial.answer === '' && trial.isRunning && <Loader size="xs" type="dots" aria-label={waitingFor} />}
      {trial.answer !== '' && <Markdown text={trial.answer} />}
      {trial.failure && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {trial.failure}
        </Text>
      )}
      {children}
    </div>
  </>
);

import { Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Markdown } from '../../components/markdown.tsx';
import { t } from '../../messages/translate.ts';
import classes from './exchange.module.css';
import type { Trial } from './trial.ts';

interface ExchangeProps {
  trial: Trial;
  isChosen?: boolean;
  /** Read out by screen readers until the first text arrives. */
  loadingLabel: string;
  /** Below the reply. */
  children?: ReactNode;
}

/** The message and the part of the reply that has arrived. */
export const Exchange = ({ trial, isChosen = false, loadingLabel, children }: ExchangeProps) => (
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
      {trial.answer === '' && trial.isRunning && <Loader size="xs" type="dots" aria-label={loadingLabel} />}
      {trial.answer !== '' && <Markdown text={trial.answer} />}
      {trial.round?.withPerson && (
        <Text size="sm" c="dimmed">
          {t('tryIt.handoff.sent')}
        </Text>
      )}
      {trial.failure && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {trial.failure}
        </Text>
      )}
      {children}
    </div>
  </>
);

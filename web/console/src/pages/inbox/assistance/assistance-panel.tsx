import { Alert, Button, CloseButton, Group, Loader, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../messages/translate.ts';
import classes from './assistance.module.css';
import type { Writing } from './use-writing.ts';

interface AssistancePanelProps {
  title: string;
  /** Undefined: the panel shows no written text. */
  writing?: Writing & { cancel(): void };
  /** Shown if there was nothing to write about. */
  nothingFound?: string;
  onClose(): void;
  children?: ReactNode;
}

const stateText = ({ state, isFound, isCut }: Writing, nothingFound: string | undefined) => {
  if (state === 'cancelled') return t('inboxAssist.cancelled');
  if (state === 'done' && !isFound) return nothingFound;
  if (state === 'done' && isCut) return t('inboxAssist.cut');
  return undefined;
};

/** A panel above the reply box, with the progress of a text that the model writes. */
export const AssistancePanel = ({
  title,
  writing,
  nothingFound,
  onClose,
  children,
}: AssistancePanelProps) => {
  const hint = writing && stateText(writing, nothingFound);
  return (
    <Paper component="section" withBorder p="xs" mb="xs" aria-label={title} className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {writing?.state === 'running' && (
            <>
              <Loader size="xs" type="dots" aria-hidden />
              <Button size="compact-xs" variant="default" onClick={writing.cancel}>
                {t('common.cancel')}
              </Button>
            </>
          )}
          <CloseButton size="sm" aria-label={t('inboxAssist.closePanel', { title })} onClick={onClose} />
        </Group>
      </Group>
      <div role="status">
        {writing?.state === 'running' && (
          <Text size="xs" c="dimmed">
            {t('inboxAssist.writing')}
          </Text>
        )}
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      {writing?.failure && (
        <Alert color="red" role="alert" p="xs" mt={4}>
          {writing.failure}
        </Alert>
      )}
      {children}
    </Paper>
  );
};

import { Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { t } from '../../../messages/translate.ts';
import classes from '../inbox.module.css';

/** Below the newest reply that the user has seen. */
export const SeenMark = () => (
  <Text size="xs" c="dimmed" className={classes.seen}>
    <IconChecks size={14} aria-hidden /> {t('inboxActivity.seen')}
  </Text>
);

import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../messages/translate.ts';
import classes from './copy-field.module.css';

export const CopyIcon = ({ value, label = t('common.copy') }: { value: string; label?: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? t('common.copied') : label}>
        <ActionIcon
          // Viewers may copy: read-only forms disable other buttons.
          disabled={false}
          onClick={copy}
          aria-label={copied ? t('common.copied') : label}
          color={copied ? 'teal' : 'gray'}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
);

interface CopyFieldProps {
  value: string;
  label?: string;
  /** Keep line breaks, for code. */
  multiline?: boolean;
}

/** A value to copy: an id, a URL, a code snippet. */
export const CopyField = ({ value, label, multiline = false }: CopyFieldProps) => (
  <div>
    {label && (
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
    )}
    <Group className={classes.box} wrap="nowrap" gap="xs" align={multiline ? 'flex-start' : 'center'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
      <code className={classes.value} data-multiline={multiline || undefined} tabIndex={0}>
        {value}
      </code>
      <CopyIcon value={value} label={label ? t('common.copyNamed', { name: label }) : t('common.copy')} />
    </Group>
  </div>
);

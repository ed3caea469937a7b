import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyField } from '../../components/copy-field.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';

interface LinkOnceProps {
  /** undefined: closed. */
  link: string | undefined;
  title: string;
  expiresAt: string;
  children: ReactNode;
  onClose(): void;
}

/** Shows a new link once. Only the button closes the dialog, because the link is not shown again. */
export const LinkOnce = ({ link, title, expiresAt, children, onClose }: LinkOnceProps) => (
  <Modal
    opened={link !== undefined}
    onClose={onClose}
    title={title}
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
    size="lg"
  >
    <Stack>
      <Text size="sm">{children}</Text>
      <CopyField value={link ?? ''} label={t('operators.link')} />
      <Text size="sm" c="dimmed">
        {rich('operators.linkExpires', { time: <TimeText time={expiresAt} /> })}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('operators.done')}
        </Button>
      </Group>
    </Stack>
  </Modal>
);

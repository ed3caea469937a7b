import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyField } from '../../components/copy-field.tsx';
import { TimeText } from '../../components/time-text.tsx';

interface LinkOnceProps {
  /** undefined: closed. */
  link: string | undefined;
  title: string;
  expiresAt: string;
  children: ReactNode;
  onClose(): void;
}

/** A link right after it was made. Only the button closes it, because the link is not shown again. */
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
      <CopyField value={link ?? ''} label="Link" />
      <Text size="sm" c="dimmed">
        It works once, until <TimeText time={expiresAt} />. It is not shown again; you can make a new one.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  </Modal>
);

import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../messages/translate.ts';
import { CopyField } from './copy-field.tsx';

interface SecretOnceProps {
  /** undefined: closed. */
  secret: string | undefined;
  title: string;
  /** Names the secret, if there are several. */
  label?: string;
  children?: ReactNode;
  onClose(): void;
}

/** Shows a new secret once. Only the button closes the dialog, so that a stray click does not lose it. */
export const SecretOnce = ({ secret, title, label, children, onClose }: SecretOnceProps) => (
  <Modal
    opened={secret !== undefined}
    onClose={onClose}
    title={title}
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
    size="lg"
  >
    <Stack>
      <Alert color="orange" icon={<IconEye aria-hidden />}>
        {t('common.secret.once')}
      </Alert>
      <CopyField value={secret ?? ''} {...(label === undefined ? {} : { label })} />
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common.secret.stored')}
        </Button>
      </Group>
    </Stack>
  </Modal>
);

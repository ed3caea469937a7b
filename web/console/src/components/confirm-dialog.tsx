import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { t } from '../messages/translate.ts';

interface ConfirmDialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  /** What happens on confirmation, and what cannot be undone. */
  children: ReactNode;
  /** Text that the operator must type to enable the button, for actions that cannot be undone. */
  typed?: string;
  /** Label of the button. Default: Delete. */
  action?: string;
  onConfirm(): Promise<unknown>;
}

/** Asks before an action with consequences. Stays open and shows the reason if the action fails. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { opened, onClose, title, children, typed, action = t('common.delete'), onConfirm } = props;
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!opened) return;
    setText('');
    setFailure(undefined);
  }, [opened]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          {typed !== undefined && (
            <TextInput
              label={t('common.typeToConfirm', { text: typed })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              color="red.8"
              loading={isBusy}
              disabled={typed !== undefined && text !== typed}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

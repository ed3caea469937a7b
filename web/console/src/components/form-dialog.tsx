import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { t } from '../messages/translate.ts';

interface FormDialogProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  change: { isPending: boolean; error: ApiError | null; mutate(input: undefined): void };
  /** Reason of the failure. Default: the error of `change`. null if a field shows it. */
  failure?: string | null;
  failureTitle?: string;
  /** False while the form is incomplete. */
  isReady?: boolean;
  size?: string;
  onClose(): void;
  children: ReactNode;
}

/** A dialog with a form. It is open while it is rendered and shows why the last attempt failed. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, action, change, failureTitle, isReady = true, size, onClose, children } = props;
  const failure = props.failure === undefined ? change.error?.message : props.failure;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React passes the event on to the form that contains this dialog.
    event.stopPropagation();
    change.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form onSubmit={submit}>
        <Stack>
          {failure && (
            <Alert color="red" role="alert" title={failureTitle}>
              {failure}
            </Alert>
          )}
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

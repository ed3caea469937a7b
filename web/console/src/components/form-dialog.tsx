import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { t } from '../messages/translate.ts';

interface FormDialogProps {
  title: string;
  /** What the button does. */
  action: string;
  change: { isPending: boolean; error: ApiError | null; mutate(input: undefined): void };
  /** Why it did not work; null where a field says it. */
  failure?: string | null;
  failureTitle?: string;
  /** False while something is missing. */
  isReady?: boolean;
  size?: string;
  onClose(): void;
  children: ReactNode;
}

/** A few fields, why they were refused, and the way out. Open as long as it is shown. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, action, change, failureTitle, isReady = true, size, onClose, children } = props;
  const failure = props.failure === undefined ? change.error?.message : props.failure;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Of a dialogue within a form, which the browser's event would reach too.
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

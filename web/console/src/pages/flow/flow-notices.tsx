import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconLock } from '@tabler/icons-react';
import type { ApiError } from '../../api/api-error.ts';

interface FlowNoticesProps {
  isReadOnly: boolean;
  failure: ApiError | undefined;
  /** Somebody saved since we read. */
  isOutdated: boolean;
  /** What was not saved last time is back. */
  isRestored: boolean;
  isDirty: boolean;
  onReload(): void;
  onOverwrite(): void;
  onDismiss(): void;
}

const Conflict = ({ isDirty, onReload, onOverwrite }: FlowNoticesProps) => (
  <Alert
    color="orange"
    role="alert"
    mb="sm"
    icon={<IconAlertTriangle aria-hidden />}
    title="Somebody else saved this flow meanwhile"
  >
    <Text size="sm" mb="xs">
      {isDirty
        ? 'Nothing of yours is lost: it stands here, not saved. Take theirs and yours goes (undo brings it back), or save yours over theirs.'
        : 'Load it to go on from what they saved.'}
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onReload}>
        Take theirs
      </Button>
      {isDirty && (
        <Button size="xs" variant="default" onClick={onOverwrite}>
          Save mine over it
        </Button>
      )}
    </Group>
  </Alert>
);

/** What has to be known before going on. */
export const FlowNotices = (props: FlowNoticesProps) => {
  const { isReadOnly, failure, isOutdated, isRestored, onReload, onDismiss } = props;
  if (isReadOnly)
    return (
      <Alert color="gray" icon={<IconLock aria-hidden />} mb="sm">
        Your role in this workspace is viewer: you see the flow, an editor changes it.
      </Alert>
    );
  if (failure?.status === 409 || isOutdated) return <Conflict {...props} />;
  if (failure)
    return (
      <Alert
        color="red"
        role="alert"
        mb="sm"
        icon={<IconAlertTriangle aria-hidden />}
        withCloseButton
        onClose={onDismiss}
        title="The draft was not saved"
      >
        {failure.message}
      </Alert>
    );
  if (isRestored)
    return (
      <Alert color="blue" mb="sm" icon={<IconHistory aria-hidden />} title="Your unsaved changes are back">
        <Group gap="sm">
          <Text size="sm">This browser kept what you had drawn and not saved.</Text>
          <Button size="compact-sm" variant="default" onClick={onReload}>
            Discard them
          </Button>
        </Group>
      </Alert>
    );
  return null;
};

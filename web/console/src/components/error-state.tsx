import { Alert, Button, Center, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { ApiError, messageOf } from '../api/api-error.ts';

interface ErrorStateProps {
  error: unknown;
  onRetry?(): unknown;
  isWholePage?: boolean;
}

/** What somebody in front of the screen can do about it. */
const adviceFor = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : -1;
  if (status === 0) return 'Nothing was lost. When the service answers again, try once more.';
  if (status === 403) return 'Your role does not allow this here. An owner of the workspace can change it.';
  if (status === 404) return 'It may have been deleted, or belong to another workspace.';
  if (status === 409) return 'Somebody else changed it meanwhile. Load it again and repeat your change.';
  if (status === 429) return 'Wait a moment, then try again.';
  return 'Try again. If it stays like this, the log of the service says more.';
};

/** A failure in words, and the way on. */
export const ErrorState = ({ error, onRetry, isWholePage = false }: ErrorStateProps) => {
  const isSilent = error instanceof ApiError && error.status === 0;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const content = (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={isSilent ? <IconPlugConnectedX aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={messageOf(error)}
      maw={640}
    >
      <Stack gap="sm">
        <Text size="sm">{adviceFor(error)}</Text>
        <Group gap="sm">
          {onRetry && (
            <Button size="xs" variant="default" onClick={() => void onRetry()}>
              Try again
            </Button>
          )}
          {requestId && (
            <Text size="xs" c="dimmed">
              Request {requestId}
            </Text>
          )}
        </Group>
      </Stack>
    </Alert>
  );
  return isWholePage ? (
    <Center component="main" mih="100vh" p="md">
      {content}
    </Center>
  ) : (
    content
  );
};

import { Alert, Button, Center, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { ApiError, messageOf } from '../api/api-error.ts';
import { t } from '../messages/translate.ts';

interface ErrorStateProps {
  error: unknown;
  onRetry?(): unknown;
  isWholePage?: boolean;
}

/** What the operator can do about the error. */
const adviceFor = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : -1;
  if (status === 0) return t('common.error.advice.unreachable');
  if (status === 403) return t('common.error.advice.forbidden');
  if (status === 404) return t('common.error.advice.notFound');
  if (status === 409) return t('common.error.advice.conflict');
  if (status === 429) return t('common.error.advice.rateLimit');
  return t('common.error.advice.other');
};

/** An error with advice and a retry button. */
export const ErrorState = ({ error, onRetry, isWholePage = false }: ErrorStateProps) => {
  const isUnreachable = error instanceof ApiError && error.status === 0;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const content = (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={isUnreachable ? <IconPlugConnectedX aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={messageOf(error)}
      maw={640}
    >
      <Stack gap="sm">
        <Text size="sm">{adviceFor(error)}</Text>
        <Group gap="sm">
          {onRetry && (
            <Button size="xs" variant="default" onClick={() => void onRetry()}>
              {t('common.tryAgain')}
            </Button>
          )}
          {requestId && (
            <Text size="xs" c="dimmed">
              {t('common.request', { id: requestId })}
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

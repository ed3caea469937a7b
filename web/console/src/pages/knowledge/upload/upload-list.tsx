import { ActionIcon, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Upload } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const stateOf = ({ state, share }: Upload): string => {
  if (state === 'waiting') return 'waiting';
  return share < 1 ? percent(share) : 'being taken in';
};

const UploadRow = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => (
  <div>
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" truncate fw={550}>
        {upload.file.name}
      </Text>
      {upload.state === 'refused' ? (
        <Group gap={4} wrap="nowrap">
          <Button size="compact-xs" variant="default" onClick={() => uploads.retry(upload.id)}>
            Send again
          </Button>
          <ActionIcon
            size="sm"
            aria-label={`Take ${upload.file.name} off the list`}
            onClick={() => uploads.remove(upload.id)}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
      ) : (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {stateOf(upload)}
        </Text>
      )}
    </Group>
    {upload.state === 'refused' ? (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {upload.reason}
      </Text>
    ) : (
      <Progress
        value={upload.share * 100}
        size="sm"
        mt={4}
        animated={upload.state === 'sending' && upload.share === 1}
        aria-label={`Upload of ${upload.file.name}`}
      />
    )}
  </div>
);

/** Files on their way in; each leaves the list when the service has it. */
export const UploadList = ({ uploads }: { uploads: Uploads }) =>
  uploads.uploads.length === 0 ? null : (
    <Paper p="md" component="section" aria-label="Uploads">
      <Stack gap="sm" mah={260} style={{ overflowY: 'auto' }} tabIndex={0}>
        {uploads.uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </Stack>
    </Paper>
  );

import { ActionIcon, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
import type { Upload } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

const stateOf = ({ state, progress }: Upload): string => {
  if (state === 'waiting') return t('knowledge.upload.waiting');
  return progress < 1 ? formatNumber(progress, { style: 'percent' }) : t('knowledge.upload.checking');
};

const UploadRow = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => (
  <div>
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" truncate fw={550}>
        {upload.file.name}
      </Text>
      {upload.state === 'failed' ? (
        <Group gap={4} wrap="nowrap">
          {!upload.isFinal && (
            <Button size="compact-xs" variant="default" onClick={() => uploads.retry(upload.id)}>
              {t('knowledge.retry')}
            </Button>
          )}
          <ActionIcon
            size="sm"
            aria-label={t('knowledge.upload.remove', { name: upload.file.name })}
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
    {upload.state === 'failed' ? (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {upload.reason}
      </Text>
    ) : (
      <Progress
        value={upload.progress * 100}
        size="sm"
        mt={4}
        animated={upload.state === 'sending' && upload.progress === 1}
        aria-label={t('knowledge.upload.progressOf', { name: upload.file.name })}
      />
    )}
  </div>
);

/** Files that are being uploaded, and those that the service rejected. */
export const UploadList = ({ uploads }: { uploads: Uploads }) =>
  uploads.uploads.length === 0 ? null : (
    <Paper p="md" component="section" aria-label={t('knowledge.upload.uploads')}>
      <Stack gap="sm" mah={260} style={{ overflowY: 'auto' }} tabIndex={0}>
        {uploads.uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </Stack>
    </Paper>
  );

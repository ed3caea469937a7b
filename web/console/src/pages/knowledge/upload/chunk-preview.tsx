import { Alert, Button, Group, Loader, Modal, Paper, Stack, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import type { ChunkPreview as Preview } from '../../../api/generated.ts';
import { sendFile } from '../../../api/send-file.ts';
import { useChange } from '../../../api/use-change.ts';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { acceptedFiles } from './accepted-files.ts';
import type { Chunking } from './chunking-options.tsx';

const Chunks = ({ preview }: { preview: Preview }) => (
  <Stack gap="sm">
    <Text size="sm" role="status">
      {t('knowledge.preview.total', { count: preview.chunkCount, tokens: preview.tokenCount })}
      {preview.chunks.length < preview.chunkCount &&
        ` ${t('knowledge.preview.first', { count: preview.chunks.length })}`}
    </Text>
    {preview.warnings.map((warning) => (
      <Text key={warning} size="sm" c="orange" lang="en">
        {warning}
      </Text>
    ))}
    <Stack
      component="ol"
      gap="xs"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={t('knowledge.chunks')}
    >
      {preview.chunks.map(({ headingPath, questions, content, tokens }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chunks of a preview never change their order
        <Paper key={index} p="sm" component="li" withBorder>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[`#${index + 1}`, ...(questions.length > 0 ? questions : headingPath)].join(' › ')}
            </Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {t('trace.tokenCount', { count: tokens })}
            </Text>
          </Group>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {content}
          </Text>
        </Paper>
      ))}
    </Stack>
  </Stack>
);

/** Shows the chunks that a file would have with these options, without adding it. */
export const ChunkPreview = ({
  chunking,
  onAdd,
}: {
  chunking: Chunking;
  /** Adds the previewed file. */
  onAdd(file: File): void;
}) => {
  const agent = useAgentScope();
  const [file, setFile] = useState<File>();
  const preview = useChange(
    (chosen: File) =>
      sendFile('post', at(agent.api, '/documents/preview'), chosen, {
        query: { ...chunking, name: chosen.name },
      }),
    { quiet: true },
  );
  const close = (): void => {
    setFile(undefined);
    preview.reset();
  };
  return (
    <>
      <ChooseFiles
        label={t('knowledge.preview.file')}
        accept={acceptedFiles}
        onFiles={([chosen]) => {
          if (!chosen) return;
          setFile(chosen);
          preview.mutate(chosen);
        }}
      >
        {(open) => (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconListDetails size={15} aria-hidden />}
            {...open}
          >
            {t('knowledge.preview.ask')}
          </Button>
        )}
      </ChooseFiles>
      {file && (
        <Modal opened onClose={close} title={t('knowledge.preview.title', { name: file.name })} size="xl">
          <Stack>
            {preview.isPending && (
              <Group gap="sm" role="status">
                <Loader size="sm" />
                <Text size="sm">{t('knowledge.preview.reading')}</Text>
              </Group>
            )}
            {preview.error && (
              <Alert color="red" role="alert" title={t('knowledge.preview.failed')}>
                {preview.error.message}
              </Alert>
            )}
            {preview.data && (
              <>
                <Chunks preview={preview.data} />
                <Group justify="flex-end">
                  <Button variant="default" onClick={close}>
                    {t('common.close')}
                  </Button>
                  <Button
                    onClick={() => {
                      onAdd(file);
                      close();
                    }}
                  >
                    {t('knowledge.preview.add')}
                  </Button>
                </Group>
              </>
            )}
          </Stack>
        </Modal>
      )}
    </>
  );
};

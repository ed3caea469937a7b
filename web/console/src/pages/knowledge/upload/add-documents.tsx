import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconLink, IconMessageQuestion, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { t } from '../../../messages/translate.ts';
import { AddQa } from '../qa/add-qa.tsx';
import { acceptedFiles, acceptedSizes } from './accepted-files.ts';
import { AddFromUrl } from './add-from-url.tsx';
import { ChunkPreview } from './chunk-preview.tsx';
import { type Chunking, ChunkingOptions } from './chunking-options.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import classes from './upload.module.css';
import type { Uploads } from './use-uploads.ts';

interface AddDocumentsProps {
  uploads: Uploads;
  /** undefined for the default knowledge base. */
  knowledgeBaseId: string | undefined;
  /** undefined until the knowledge bases are loaded. */
  baseName: string | undefined;
}

/** Adds documents by drag and drop, with the file picker, or from a URL. */
export const AddDocuments = ({ uploads, knowledgeBaseId, baseName }: AddDocumentsProps) => {
  const [chunking, setChunking] = useState<Chunking>({});
  const [isChunkingOpen, chunkingPanel] = useDisclosure();
  const [isUrlOpen, urlDialog] = useDisclosure();
  const [isQaOpen, qaDialog] = useDisclosure();
  const options = { ...chunking, knowledgeBaseId };
  const add = (files: File[]): void => uploads.add(files, options);
  return (
    <div className={classes.area}>
      <DropOverlay onFiles={add} target={baseName} />
      <Group justify="space-between" gap="sm">
        <Stack gap={0} style={{ flex: '1 1 260px' }}>
          <Text size="sm" fw={550}>
            {t('knowledge.upload.drop')}
          </Text>
          <Text size="xs" c="dimmed">
            {acceptedSizes()}
          </Text>
          {baseName !== undefined && (
            <Text size="xs" c="dimmed">
              {t('knowledge.upload.target', { name: baseName })}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          <ChooseFiles label={t('knowledge.upload.filesToAdd')} multiple accept={acceptedFiles} onFiles={add}>
            {(open) => (
              <Button size="sm" leftSection={<IconUpload size={16} aria-hidden />} {...open}>
                {t('knowledge.upload.chooseFiles')}
              </Button>
            )}
          </ChooseFiles>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={urlDialog.open}
          >
            {t('knowledge.upload.fromUrl')}
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconMessageQuestion size={16} aria-hidden />}
            onClick={qaDialog.open}
          >
            {t('knowledge.qa.title')}
          </Button>
        </Group>
      </Group>
      <Button
        mt="xs"
        ml={-8}
        size="compact-sm"
        variant="subtle"
        color="gray"
        rightSection={
          <IconChevronDown
            size={14}
            style={{ transform: isChunkingOpen ? 'rotate(180deg)' : undefined }}
            aria-hidden
          />
        }
        onClick={chunkingPanel.toggle}
        aria-expanded={isChunkingOpen}
      >
        {t('knowledge.chunking.title')}
      </Button>
      <Collapse expanded={isChunkingOpen}>
        <div style={{ paddingTop: 8 }}>
          <Stack gap="sm" align="flex-start">
            <ChunkingOptions value={chunking} onChange={setChunking} />
            <ChunkPreview chunking={chunking} onAdd={(file) => add([file])} />
          </Stack>
        </div>
      </Collapse>
      {isUrlOpen && <AddFromUrl options={options} onClose={urlDialog.close} />}
      {isQaOpen && (
        <AddQa
          knowledgeBaseId={knowledgeBaseId}
          onImport={(files) => uploads.add(files, { knowledgeBaseId, kind: 'qa' })}
          onClose={qaDialog.close}
        />
      )}
    </div>
  );
};

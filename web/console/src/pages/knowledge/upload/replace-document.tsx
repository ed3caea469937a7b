import {
  Alert,
  Button,
  Checkbox,
  Divider,
  Group,
  Modal,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { sendFile } from '../../../api/send-file.ts';
import { useChange } from '../../../api/use-change.ts';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { acceptedFiles } from './accepted-files.ts';
import { type Chunking, ChunkingOptions } from './chunking-options.tsx';
import { exampleUrl } from './example-url.ts';

interface ReplaceDocumentProps {
  document: KnowledgeDocument;
  onClose(): void;
}

/** Replaces the content of a document. Its name and id stay the same. */
export const ReplaceDocument = ({ document, onClose }: ReplaceDocumentProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/documents/{documentId}', { documentId: document.id });
  const [chunking, setChunking] = useState<Chunking>({});
  const [url, setUrl] = useState('');
  const [uploaded, setUploaded] = useState(0);
  const [keepsEdits, setKeepsEdits] = useState(true);
  const edits = keepsEdits ? ('keep' as const) : ('replace' as const);
  const replace = useChange(
    (content: { file: File } | { url: string }) => {
      setUploaded(0);
      return 'file' in content
        ? sendFile('put', at(path, '/file'), content.file, {
            query: { ...chunking, edits },
            onProgress: setUploaded,
          })
        : api.post(at(path, '/fetch'), { ...chunking, edits, url: content.url });
    },
    { changes: [at(agent.api, '/documents')], onDone: onClose, quiet: true },
  );
  return (
    <Modal opened onClose={onClose} title={t('knowledge.replace.title', { name: document.name })} size="lg">
      <Stack>
        {replace.error && (
          <Alert color="red" role="alert" title={t('knowledge.replace.failed')}>
            {replace.error.message}
          </Alert>
        )}
        <Text size="sm">
          {document.isServing ? t('knowledge.replace.textActive') : t('knowledge.replace.text')}
        </Text>
        <ChunkingOptions value={chunking} onChange={setChunking} />
        <Checkbox
          label={t('knowledge.replace.keepEdits')}
          description={t('knowledge.replace.keepEditsHint')}
          checked={keepsEdits}
          onChange={(event) => setKeepsEdits(event.currentTarget.checked)}
        />
        <ChooseFiles
          label={t('knowledge.replace.newFile')}
          accept={acceptedFiles}
          onFiles={([file]) => file && replace.mutate({ file })}
        >
          {(open) => (
            <Button loading={replace.isPending} leftSection={<IconUpload size={16} aria-hidden />} {...open}>
              {t('knowledge.replace.chooseFile')}
            </Button>
          )}
        </ChooseFiles>
        {replace.isPending && uploaded > 0 && (
          <Progress value={uploaded * 100} aria-label={t('knowledge.replace.upload')} />
        )}
        <Divider label={t('knowledge.replace.or')} />
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('knowledge.url.replace')}
            placeholder={exampleUrl}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button
            variant="default"
            disabled={url.trim() === '' || replace.isPending}
            onClick={() => replace.mutate({ url })}
          >
            {t('common.replace')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

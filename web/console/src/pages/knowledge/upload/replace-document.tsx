import { Alert, Button, Divider, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { sendFile } from '../../../api/send-file.ts';
import { useChange } from '../../../api/use-change.ts';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { acceptedFiles } from './accepted-files.ts';
import { type Cutting, CuttingOptions } from './cutting-options.tsx';

interface ReplaceDocumentProps {
  document: KnowledgeDocument;
  onClose(): void;
}

/** New content for a document that keeps its id. */
export const ReplaceDocument = ({ document, onClose }: ReplaceDocumentProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/documents/{documentId}', { documentId: document.id });
  const [cutting, setCutting] = useState<Cutting>({});
  const [url, setUrl] = useState('');
  const [share, setShare] = useState(0);
  const replace = useChange(
    (content: { file: File } | { url: string }) => {
      setShare(0);
      return 'file' in content
        ? sendFile('put', at(path, '/file'), content.file, { query: { ...cutting }, onProgress: setShare })
        : api.post(at(path, '/fetch'), { ...cutting, url: content.url });
    },
    { changes: [at(agent.api, '/documents')], onDone: onClose, quiet: true },
  );
  return (
    <Modal opened onClose={onClose} title={`Replace ${document.name}`} size="lg">
      <Stack>
        {replace.error && (
          <Alert color="red" role="alert" title="It was not replaced">
            {replace.error.message}
          </Alert>
        )}
        <Text size="sm">
          It keeps its name and its id.{' '}
          {document.isServing && 'What is there now is found until the new content is ready.'}
        </Text>
        <CuttingOptions value={cutting} onChange={setCutting} />
        <ChooseFiles
          label="New file"
          accept={acceptedFiles}
          onFiles={([file]) => file && replace.mutate({ file })}
        >
          {(open) => (
            <Button loading={replace.isPending} leftSection={<IconUpload size={16} aria-hidden />} {...open}>
              Choose the new file
            </Button>
          )}
        </ChooseFiles>
        {replace.isPending && share > 0 && <Progress value={share * 100} aria-label="Upload" />}
        <Divider label="or" />
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Fetch it from an address"
            placeholder="https://example.com/handbook.pdf"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button
            variant="default"
            disabled={url.trim() === '' || replace.isPending}
            onClick={() => replace.mutate({ url })}
          >
            Fetch
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  List,
  Modal,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { HttpTool } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

interface Imported {
  tools: HttpTool[];
  skipped: { operation: string; reason: string }[];
}

interface ImportToolsProps {
  onClose(): void;
  onDone(tools: HttpTool[]): void;
}

interface FoundToolsProps {
  found: Imported;
  onBack(): void;
  onAdd(tools: HttpTool[]): void;
}

const FoundTools = ({ found, onBack, onAdd }: FoundToolsProps) => {
  const [chosen, setChosen] = useState(() => found.tools.map(({ name }) => name));
  return (
    <Stack>
      <Checkbox.Group
        label={t('agentSettings.tools.import.found', { count: found.tools.length })}
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap="xs" mt="xs" mah={340} style={{ overflowY: 'auto' }}>
          {found.tools.map(({ name, method, description }) => (
            <Checkbox key={name} value={name} label={`${method} ${name}`} description={description} />
          ))}
        </Stack>
      </Checkbox.Group>
      {found.skipped.length > 0 && (
        <Alert
          color="orange"
          title={t('agentSettings.tools.import.skipped', { count: found.skipped.length })}
        >
          <List size="sm">
            {found.skipped.map(({ operation, reason }) => (
              <List.Item key={operation}>
                {operation}: {reason}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('agentSettings.tools.import.headersHint')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('agentSettings.tools.import.back')}
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => onAdd(found.tools.filter(({ name }) => chosen.includes(name)))}
        >
          {t('agentSettings.tools.import.add', { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  );
};

/** Creates tools from the operations of an OpenAPI document. */
export const ImportTools = ({ onClose, onDone }: ImportToolsProps) => {
  const workspace = useWorkspace();
  const [text, setText] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const read = useChange(
    () =>
      api.post(at(workspace.api, '/tools/import'), {
        document: text,
        ...(baseUrl === '' ? {} : { baseUrl }),
      }),
    { quiet: true },
  );
  const found = read.data;
  return (
    <Modal opened onClose={onClose} title={t('agentSettings.tools.import.title')} size="lg">
      {found ? (
        <FoundTools
          found={found}
          onBack={read.reset}
          onAdd={(tools) => {
            onDone(tools);
            onClose();
          }}
        />
      ) : (
        <Stack>
          {read.error && (
            <Alert color="red" role="alert">
              {read.error.message}
            </Alert>
          )}
          <Textarea
            label={t('agentSettings.tools.import.document')}
            description={t('agentSettings.tools.import.documentHint')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={8}
            maxRows={16}
            data-autofocus
          />
          <TextInput
            label={t('agentSettings.tools.import.baseUrl')}
            description={t('agentSettings.tools.import.baseUrlHint')}
            type="url"
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
          />
          <Group justify="space-between">
            <FileButton
              accept=".json,.yaml,.yml"
              onChange={(file) => void file?.text().then((content) => setText(content))}
            >
              {(props) => (
                <Button variant="subtle" {...props}>
                  {t('agentSettings.tools.import.chooseFile')}
                </Button>
              )}
            </FileButton>
            <Button
              disabled={text.trim() === ''}
              loading={read.isPending}
              onClick={() => read.mutate(undefined)}
            >
              {t('agentSettings.tools.import.read')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
};

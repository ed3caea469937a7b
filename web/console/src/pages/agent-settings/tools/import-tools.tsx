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
import { countOf } from '../../../lib/count-of.ts';
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
  onKeep(tools: HttpTool[]): void;
}

const FoundTools = ({ found, onBack, onKeep }: FoundToolsProps) => {
  const [chosen, setChosen] = useState(() => found.tools.map(({ name }) => name));
  return (
    <Stack>
      <Checkbox.Group
        label={`${countOf(found.tools.length, 'call')} found`}
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
        <Alert color="orange" title={`${found.skipped.length} could not be made a tool`}>
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
        Headers that carry keys are there, empty: fill them in afterwards.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => onKeep(found.tools.filter(({ name }) => chosen.includes(name)))}
        >
          Keep {chosen.length}
        </Button>
      </Group>
    </Stack>
  );
};

/** Many tools at once, out of an API's description. */
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
    <Modal opened onClose={onClose} title="Import tools from OpenAPI" size="lg">
      {found ? (
        <FoundTools
          found={found}
          onBack={read.reset}
          onKeep={(tools) => {
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
            label="OpenAPI document"
            description="3.0 or 3.1, JSON or YAML"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={8}
            maxRows={16}
            data-autofocus
          />
          <TextInput
            label="Address of the API"
            description="Only where the document does not name it in full"
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
                  Choose a file
                </Button>
              )}
            </FileButton>
            <Button
              disabled={text.trim() === ''}
              loading={read.isPending}
              onClick={() => read.mutate(undefined)}
            >
              Read it
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
};

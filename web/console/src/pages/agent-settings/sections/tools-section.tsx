import { ActionIcon, Badge, Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core';
import { IconFileImport, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { HttpTool } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';
import { HttpToolEditor } from '../tools/http-tool-editor.tsx';
import { ImportTools } from '../tools/import-tools.tsx';

const emptyTool: HttpTool = {
  name: '',
  description: '',
  method: 'GET',
  url: 'https://',
  headers: {},
  parameters: { type: 'object', properties: {} },
  timeoutMs: 10_000,
};

interface ToolRowProps {
  tool: HttpTool;
  onEdit(): void;
  onRemove(): void;
}

const ToolRow = ({ tool, onEdit, onRemove }: ToolRowProps) => (
  <Paper p="sm">
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Badge variant="light" radius="sm">
            {tool.method}
          </Badge>
          <Text size="sm" fw={600}>
            {tool.name}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {tool.url}
        </Text>
      </div>
      <Group gap={2} wrap="nowrap">
        <ActionIcon aria-label={`Edit ${tool.name}`} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${tool.name}`} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Group>
  </Paper>
);

export const ToolsSection = () => {
  const { value, merge } = useSetting('tools');
  /** The number of the tool that is edited; the one after the last is new. */
  const [edited, setEdited] = useState<number>();
  const [isImporting, setIsImporting] = useState(false);
  const { http } = value;
  return (
    <FormSection
      title="HTTP tools"
      description="Calls the model may make while it answers: look up an order, book a table. It decides when, by the description."
    >
      {http.length === 0 && (
        <Text size="sm" c="dimmed">
          No tools yet. Describe a call yourself, or let an OpenAPI document describe many at once.
        </Text>
      )}
      <Stack gap="xs">
        {http.map((tool, index) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            onEdit={() => setEdited(index)}
            onRemove={() => merge({ http: http.toSpliced(index, 1) })}
          />
        ))}
      </Stack>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setEdited(http.length)}
        >
          Add a tool
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport size={15} aria-hidden />}
          onClick={() => setIsImporting(true)}
        >
          Import from OpenAPI
        </Button>
      </Group>
      <NumberInput
        label="Rounds of tools"
        description="How often the model may call tools before it has to answer"
        min={0}
        max={50}
        value={value.maxRounds}
        onChange={(rounds) => merge({ maxRounds: numberOrNull(rounds) ?? 0 })}
      />
      {edited !== undefined && (
        <HttpToolEditor
          tool={http[edited] ?? emptyTool}
          takenNames={http.filter((_, index) => index !== edited).map(({ name }) => name)}
          onClose={() => setEdited(undefined)}
          onDone={(tool) => merge({ http: http.toSpliced(edited, 1, tool) })}
        />
      )}
      {isImporting && (
        <ImportTools
          onClose={() => setIsImporting(false)}
          onDone={(tools) => {
            const names = new Set(tools.map(({ name }) => name));
            merge({ http: [...http.filter(({ name }) => !names.has(name)), ...tools] });
          }}
        />
      )}
    </FormSection>
  );
};

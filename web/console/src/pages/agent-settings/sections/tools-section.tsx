import { ActionIcon, Badge, Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core';
import { IconFileImport, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { HttpTool } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { t } from '../../../messages/translate.ts';
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
        <ActionIcon aria-label={t('agentSettings.tools.edit', { name: tool.name })} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t('agentSettings.tools.remove', { name: tool.name })} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Group>
  </Paper>
);

export const ToolsSection = () => {
  const { value, merge } = useSetting('tools');
  /** Index of the edited tool; the index after the last one is a new tool. */
  const [edited, setEdited] = useState<number>();
  const [isImporting, setIsImporting] = useState(false);
  const { http } = value;
  return (
    <FormSection title={t('agentSettings.tools.title')} description={t('agentSettings.tools.description')}>
      {http.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('agentSettings.tools.empty')}
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
          {t('agentSettings.tools.add')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport size={15} aria-hidden />}
          onClick={() => setIsImporting(true)}
        >
          {t('agentSettings.tools.import')}
        </Button>
      </Group>
      <NumberInput
        label={t('agentSettings.tools.maxSteps')}
        description={t('agentSettings.tools.maxStepsHint')}
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

import { ActionIcon, Button, Group, Kbd, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ReadOnlyFields } from '../../../components/read-only-fields.tsx';
import { isSame } from '../../../lib/is-same.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useEditor } from '../editor-context.ts';

interface Row {
  id: number;
  name: string;
  text: string;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Valid JSON (5, true, ["a"]) is read as JSON, everything else as text. */
const readValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const toRows = (variables: Record<string, unknown>): Row[] =>
  Object.entries(variables).map(([name, value], id) => ({ id, name, text: shown(value) }));

const toVariables = (rows: Row[]): Record<string, unknown> =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, text }) => [name, readValue(text)]));

const InitialVariables = () => {
  const { graph, change } = useEditor();
  const [rows, setRows] = useState(() => toRows(graph.variables));
  // An undo changes the variables, but not the rows.
  if (!isSame(toVariables(rows), graph.variables)) setRows(toRows(graph.variables));
  const update = (next: Row[]): void => {
    setRows(next);
    change((before) => ({ ...before, variables: toVariables(next) }), 'variables');
  };
  const edit = (id: number, part: Partial<Row>): void =>
    update(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <Stack gap={6}>
      {rows.map(({ id, name, text }, index) => (
        <Group key={id} gap={6} wrap="nowrap">
          <TextInput
            aria-label={t('flow.initial.name', { number: index + 1 })}
            placeholder={t('common.name')}
            value={name}
            onChange={(event) => edit(id, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('flow.initial.value', { number: index + 1 })}
            placeholder={t('common.value')}
            value={text}
            onChange={(event) => edit(id, { text: event.currentTarget.value })}
            style={{ flex: 1 }}
          />
          <ActionIcon
            aria-label={t('flow.initial.remove', { number: index + 1 })}
            onClick={() => update(rows.filter((row) => row.id !== id))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => setRows([...rows, { id: (rows.at(-1)?.id ?? 0) + 1, name: '', text: '' }])}
        >
          {t('flow.initial.add')}
        </Button>
      </div>
    </Stack>
  );
};

const shortcuts: { key: string; keyLabel?: LabelKey; action: LabelKey }[] = [
  { key: 'Enter', action: 'flow.keys.select' },
  { key: 'Arrows', keyLabel: 'flow.keys.arrows', action: 'flow.keys.move' },
  { key: 'Del', action: 'flow.keys.delete' },
  { key: 'Ctrl C, Ctrl V', action: 'flow.keys.copyPaste' },
  { key: 'Ctrl D', action: 'flow.component.duplicate' },
  { key: 'Ctrl Z', action: 'flow.canvas.undo' },
  { key: 'Ctrl S', action: 'flow.keys.save' },
];

/** Shown while no component is selected. */
export const FlowForm = () => {
  const { isReadOnly } = useEditor();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('flow.form.hint')}
      </Text>
      <ReadOnlyFields isReadOnly={isReadOnly}>
        <Text size="sm" fw={550} mb={4}>
          {t('flow.initial.title')}
        </Text>
        <InitialVariables />
      </ReadOnlyFields>
      <div>
        <Text size="sm" fw={550} mb={4}>
          {t('flow.keys.title')}
        </Text>
        <Stack gap={4}>
          {shortcuts.map(({ key, keyLabel, action }) => (
            <Group key={key} gap="xs">
              <Kbd size="xs">{keyLabel ? t(keyLabel) : key}</Kbd>
              <Text size="xs" c="dimmed">
                {t(action)}
              </Text>
            </Group>
          ))}
        </Stack>
      </div>
    </Stack>
  );
};

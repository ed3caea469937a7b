import { ActionIcon, Button, Group, Kbd, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isSame } from '../../../lib/is-same.ts';
import { useEditor } from '../editor-context.ts';
import classes from '../flow.module.css';

interface Row {
  id: number;
  name: string;
  text: string;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What reads as JSON is JSON (5, true, ["a"]); everything else is the text it is. */
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

const StartingValues = () => {
  const { graph, change } = useEditor();
  const [rows, setRows] = useState(() => toRows(graph.variables));
  // An undo changes the variables behind the rows.
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
            aria-label={`Name of variable ${index + 1}`}
            placeholder="Name"
            value={name}
            onChange={(event) => edit(id, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Value of variable ${index + 1}`}
            placeholder="Value"
            value={text}
            onChange={(event) => edit(id, { text: event.currentTarget.value })}
            style={{ flex: 1 }}
          />
          <ActionIcon
            aria-label={`Remove variable ${index + 1}`}
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
          Add a variable
        </Button>
      </div>
    </Stack>
  );
};

const keys: [string, string][] = [
  ['Enter', 'select a component'],
  ['Arrows', 'move it'],
  ['Del', 'delete it'],
  ['Ctrl C, Ctrl V', 'copy, paste'],
  ['Ctrl D', 'duplicate'],
  ['Ctrl Z', 'undo'],
  ['Ctrl S', 'save the draft'],
];

/** What is shown while no component is selected. */
export const FlowForm = () => {
  const { isReadOnly } = useEditor();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Select a component to see its settings. A new one is put behind the selected one; draw from a dot to
        connect, or choose under “Leads to”.
      </Text>
      <fieldset disabled={isReadOnly} className={classes.fields}>
        <Text size="sm" fw={550} mb={4}>
          Variables that begin with a value
        </Text>
        <StartingValues />
      </fieldset>
      <div>
        <Text size="sm" fw={550} mb={4}>
          Keys
        </Text>
        <Stack gap={4}>
          {keys.map(([key, does]) => (
            <Group key={key} gap="xs">
              <Kbd size="xs">{key}</Kbd>
              <Text size="xs" c="dimmed">
                {does}
              </Text>
            </Group>
          ))}
        </Stack>
      </div>
    </Stack>
  );
};

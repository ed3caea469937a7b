import {
  Button,
  Group,
  JsonInput,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { HttpTool } from '../../../api/generated.ts';
import { HeaderRows } from '../../../components/header-rows.tsx';
import { numberOrNull } from '../number-or-null.ts';

interface HttpToolEditorProps {
  tool: HttpTool;
  takenNames: string[];
  onClose(): void;
  onDone(tool: HttpTool): void;
}

const readSchema = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const nameProblem = (name: string, taken: string[]): string | undefined => {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return 'Letters, digits, _ and -, 64 at most';
  return taken.includes(name) ? 'Another tool is called that' : undefined;
};

/** One HTTP call and its arguments. It becomes the agent's when the settings are saved. */
export const HttpToolEditor = ({ tool, takenNames, onClose, onDone }: HttpToolEditorProps) => {
  const [draft, setDraft] = useState(tool);
  const [schema, setSchema] = useState(() => JSON.stringify(tool.parameters, null, 2));
  const [wasTried, setWasTried] = useState(false);
  const merge = (part: Partial<HttpTool>): void => setDraft((before) => ({ ...before, ...part }));
  const problem = nameProblem(draft.name, takenNames);
  const parameters = readSchema(schema);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The settings' own form stands around this one.
    event.stopPropagation();
    setWasTried(true);
    if (problem !== undefined || parameters === undefined) return;
    onDone({ ...draft, parameters });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={tool.name === '' ? 'New tool' : `Edit ${tool.name}`} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            value={draft.name}
            onChange={(event) => merge({ name: event.currentTarget.value })}
            error={wasTried && problem}
            required
            data-autofocus
          />
          <Textarea
            label="Description"
            description="The model reads this to decide when to call it"
            value={draft.description}
            onChange={(event) => merge({ description: event.currentTarget.value })}
            maxLength={2000}
            autosize
          />
          <Group align="flex-start" wrap="nowrap">
            <NativeSelect
              label="Method"
              data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
              value={draft.method}
              onChange={(event) => merge({ method: event.currentTarget.value as HttpTool['method'] })}
            />
            <TextInput
              label="Address"
              description="{name} stands for an argument; the rest go to the query or the body"
              value={draft.url}
              onChange={(event) => merge({ url: event.currentTarget.value })}
              style={{ flex: 1 }}
              inputWrapperOrder={['label', 'input', 'description']}
              required
            />
          </Group>
          <JsonInput
            label="Arguments (JSON Schema)"
            value={schema}
            onChange={setSchema}
            error={wasTried && parameters === undefined && 'A JSON object is needed here'}
            formatOnBlur
            autosize
            minRows={4}
            maxRows={14}
          />
          <HeaderRows label="Headers" value={draft.headers} onChange={(headers) => merge({ headers })} />
          <NumberInput
            label="Longest wait"
            suffix=" ms"
            min={100}
            max={120_000}
            step={1000}
            value={draft.timeoutMs}
            onChange={(timeout) => merge({ timeoutMs: numberOrNull(timeout) ?? 10_000 })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Keep</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

import { Button, Group, Modal, NativeSelect, NumberInput, Paper, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { HttpTool } from '../../../api/generated.ts';
import { HeaderRows } from '../../../components/header-rows.tsx';
import { LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { ParameterEditor } from './parameter-editor.tsx';
import { readObject } from './read-object.ts';
import { ToolTest } from './tool-test.tsx';

interface HttpToolEditorProps {
  tool: HttpTool;
  takenNames: string[];
  onClose(): void;
  onDone(tool: HttpTool): void;
}

const nameProblem = (name: string, taken: string[]): string | undefined => {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return t('agentSettings.tools.invalidName');
  return taken.includes(name) ? t('agentSettings.tools.nameTaken') : undefined;
};

/** Edits an HTTP tool. It is saved together with the other settings. */
export const HttpToolEditor = ({ tool, takenNames, onClose, onDone }: HttpToolEditorProps) => {
  const [draft, setDraft] = useState(tool);
  const [schema, setSchema] = useState(() => JSON.stringify(tool.parameters, null, 2));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const merge = (part: Partial<HttpTool>): void => setDraft((before) => ({ ...before, ...part }));
  const problem = nameProblem(draft.name, takenNames);
  const parameters = readObject(schema);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // This form is inside the form of the settings.
    event.stopPropagation();
    setWasSubmitted(true);
    if (problem !== undefined || parameters === undefined) return;
    onDone({ ...draft, parameters });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        tool.name === '' ? t('agentSettings.tools.new') : t('agentSettings.tools.edit', { name: tool.name })
      }
      size="lg"
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('common.name')}
            value={draft.name}
            onChange={(event) => merge({ name: event.currentTarget.value })}
            error={wasSubmitted && problem}
            required
            data-autofocus
          />
          <LimitedTextarea
            label={t('agentSettings.tools.toolDescription')}
            description={t('agentSettings.tools.toolDescriptionHint')}
            value={draft.description}
            onChange={(event) => merge({ description: event.currentTarget.value })}
            limit={2000}
            autosize
          />
          <Group align="flex-start" wrap="nowrap">
            <NativeSelect
              label={t('agentSettings.tools.method')}
              data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
              value={draft.method}
              onChange={(event) => merge({ method: event.currentTarget.value as HttpTool['method'] })}
            />
            <TextInput
              label={t('agentSettings.tools.url')}
              description={t('agentSettings.tools.urlHint')}
              value={draft.url}
              onChange={(event) => merge({ url: event.currentTarget.value })}
              style={{ flex: 1 }}
              inputWrapperOrder={['label', 'input', 'description']}
              required
            />
          </Group>
          <ParameterEditor
            tool={draft}
            text={schema}
            schema={parameters}
            isInvalidShown={wasSubmitted}
            onText={setSchema}
            onUrl={(url) => merge({ url })}
          />
          <HeaderRows
            label={t('agentSettings.tools.headers')}
            value={draft.headers}
            onChange={(headers) => merge({ headers })}
          />
          <NumberInput
            label={t('agentSettings.tools.timeout')}
            suffix=" ms"
            min={100}
            max={120_000}
            step={1000}
            value={draft.timeoutMs}
            onChange={(timeout) => merge({ timeoutMs: numberOrNull(timeout) ?? 10_000 })}
          />
          {isTesting ? (
            <Paper p="sm" component="section" aria-label={t('agentSettings.toolTest.title')}>
              <ToolTest
                tool={
                  problem === undefined && parameters && draft.url !== ''
                    ? { ...draft, parameters }
                    : undefined
                }
              />
            </Paper>
          ) : (
            <div>
              <Button variant="default" onClick={() => setIsTesting(true)}>
                {t('agentSettings.toolTest.title')}
              </Button>
            </div>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('agentSettings.tools.apply')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

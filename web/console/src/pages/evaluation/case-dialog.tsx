import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestCase } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { readFile } from '../try-it/read-files.ts';
import { ExpectationFields } from './expectation-fields.tsx';
import { draftOf, expectationOf, newDraft } from './expectation-form.ts';
import { type TurnFile, TurnFiles } from './turn-files.tsx';

interface CaseDialogProps {
  setId: string;
  /** Undefined: a new one. */
  testCase: TestCase | undefined;
  onClose(): void;
}

const mostTurns = 20;
const mostExpectations = 20;

interface Turn {
  /** For React. */
  key: number;
  text: string;
  files: TurnFile[];
}

const turnBody = async ({ text, files }: Turn) => ({
  text,
  files: await Promise.all(files.map((file) => (file instanceof File ? readFile(file) : file))),
});

/** A case: the messages of the user and what is expected of the answers. */
export const CaseDialog = ({ setId, testCase, onClose }: CaseDialogProps) => {
  const agent = useAgentScope();
  const [name, setName] = useState(testCase?.name ?? '');
  const [turns, setTurns] = useState<Turn[]>(
    (testCase?.turns ?? [{ text: '', files: [] }]).map((turn, key) => ({ ...turn, key })),
  );
  const [drafts, setDrafts] = useState(() => (testCase ? testCase.expectations.map(draftOf) : [newDraft()]));
  const sets = at(agent.api, '/test-sets');
  const path = at(sets, '/{setId}/cases', { setId });
  const expectations = drafts.flatMap((draft) => expectationOf(draft) ?? []);
  const save = useChange(
    async (_none: undefined) => {
      const body = { name, turns: await Promise.all(turns.map(turnBody)), expectations };
      return testCase ? api.put(at(path, '/{caseId}', { caseId: testCase.id }), body) : api.post(path, body);
    },
    { changes: [sets], done: t('evaluation.case.saved'), quiet: true, onDone: onClose },
  );
  const isReady =
    turns.every(({ text, files }) => text.trim() !== '' || files.length > 0) &&
    expectations.length === drafts.length;
  return (
    <FormDialog
      title={testCase ? t('evaluation.case.edit') : t('evaluation.case.new')}
      action={t('common.save')}
      change={save}
      isReady={isReady}
      size="lg"
      onClose={onClose}
    >
      {turns.map((turn, index) => {
        const change = (changed: Partial<Turn>): void =>
          setTurns(turns.map((one) => (one.key === turn.key ? { ...one, ...changed } : one)));
        return (
          <Stack key={turn.key} gap={4}>
            <Group align="flex-end" wrap="nowrap">
              <Textarea
                label={t('evaluation.case.message', { number: index + 1 })}
                value={turn.text}
                onChange={(event) => change({ text: event.currentTarget.value })}
                autosize
                minRows={1}
                maxRows={8}
                style={{ flex: 1 }}
                data-autofocus={index === 0 ? true : undefined}
              />
              {turns.length > 1 && (
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={t('evaluation.case.removeMessage', { number: index + 1 })}
                  onClick={() => setTurns(turns.filter((one) => one !== turn))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <TurnFiles number={index + 1} files={turn.files} onChange={(files) => change({ files })} />
          </Stack>
        );
      })}
      {turns.length < mostTurns && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              setTurns([...turns, { key: Math.max(...turns.map(({ key }) => key)) + 1, text: '', files: [] }])
            }
          >
            {t('evaluation.case.addMessage')}
          </Button>
        </Group>
      )}
      {drafts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('evaluation.case.none')}
        </Text>
      )}
      {drafts.map((draft, index) => (
        <ExpectationFields
          key={draft.key}
          draft={draft}
          number={index + 1}
          onChange={(changed) => setDrafts(drafts.map((one) => (one.key === draft.key ? changed : one)))}
          onRemove={() => setDrafts(drafts.filter((one) => one.key !== draft.key))}
        />
      ))}
      {drafts.length < mostExpectations && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setDrafts([...drafts, newDraft()])}
          >
            {t('evaluation.case.addExpectation')}
          </Button>
        </Group>
      )}
      <TextInput
        label={t('evaluation.case.name')}
        description={t('evaluation.case.nameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
      />
    </FormDialog>
  );
};

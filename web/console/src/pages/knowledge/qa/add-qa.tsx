import { Button, Divider, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { knowledgeFormats } from '../../../../../../src/lib/file-formats/index.ts';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedInput, LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface AddQaProps {
  knowledgeBaseId: string | undefined;
  /** The question of the first pair. */
  question?: string;
  /** Uploads tables with the columns "question" and "answer". */
  onImport?(files: File[]): void;
  /** Called after the document was added, instead of opening it. */
  onAdded?(): void;
  onClose(): void;
}

const nameLength = 200;

interface Pair {
  key: number;
  questions: string;
  answer: string;
}

const newPair = (questions = ''): Pair => ({ key: Math.random(), questions, answer: '' });

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

const isFilled = ({ questions, answer }: Pair): boolean => questions.trim() !== '' && answer.trim() !== '';
const isEmpty = ({ questions, answer }: Pair): boolean => questions.trim() === '' && answer.trim() === '';

const tableFiles = knowledgeFormats('spreadsheet')
  .map((format) => `.${format}`)
  .join(',');

const PairFields = ({
  pair,
  number,
  onChange,
}: {
  pair: Pair;
  number: number;
  onChange(part: Partial<Pair>): void;
}) => (
  <Paper p="sm" withBorder component="fieldset">
    <Text component="legend" size="xs" c="dimmed" px={4}>
      {t('knowledge.qa.pair', { number })}
    </Text>
    <Stack gap="xs">
      <LimitedTextarea
        label={t('knowledge.qa.questions')}
        description={number === 1 ? t('knowledge.qa.questionsHint') : undefined}
        value={pair.questions}
        onChange={(event) => onChange({ questions: event.currentTarget.value })}
        limit={20_000}
        autosize
        minRows={1}
        maxRows={6}
      />
      <LimitedTextarea
        label={t('knowledge.qa.answer')}
        value={pair.answer}
        onChange={(event) => onChange({ answer: event.currentTarget.value })}
        limit={10_000}
        autosize
        minRows={2}
        maxRows={10}
      />
    </Stack>
  </Paper>
);

/** Adds a document of questions and answers: typed, or from a table. */
export const AddQa = ({ knowledgeBaseId, question = '', onImport, onAdded, onClose }: AddQaProps) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [name, setName] = useState(question.slice(0, nameLength));
  const [pairs, setPairs] = useState(() => [newPair(question)]);
  const save = useChange(
    () =>
      api.post(at(agent.api, '/documents/qa'), {
        name,
        knowledgeBaseId,
        pairs: pairs
          .filter((pair) => !isEmpty(pair))
          .map(({ questions, answer }) => ({ questions: linesOf(questions), answer })),
      }),
    {
      changes: [at(agent.api, '/documents'), at(agent.api, '/knowledge-bases')],
      onDone: ({ id }) => {
        onClose();
        if (onAdded) onAdded();
        else navigate(`${agent.href}/knowledge/documents/${id}`);
      },
      quiet: true,
    },
  );
  const isReady =
    name.trim() !== '' && pairs.some(isFilled) && pairs.every((pair) => isEmpty(pair) || isFilled(pair));
  return (
    <FormDialog
      title={t('knowledge.qa.new')}
      action={t('common.create')}
      change={save}
      isReady={isReady}
      size="lg"
      onClose={onClose}
    >
      <Text size="sm">{t('knowledge.qa.explanation')}</Text>
      {onImport && (
        <>
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 240px' }}>
              {t('knowledge.qa.importHint')}
            </Text>
            <ChooseFiles
              label={t('knowledge.qa.importFile')}
              accept={tableFiles}
              multiple
              onFiles={(files) => {
                onImport(files);
                onClose();
              }}
            >
              {(open) => (
                <Button variant="default" leftSection={<IconTable size={16} aria-hidden />} {...open}>
                  {t('knowledge.qa.import')}
                </Button>
              )}
            </ChooseFiles>
          </Group>
          <Divider label={t('knowledge.qa.or')} />
        </>
      )}
      <LimitedInput
        label={t('common.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={nameLength}
        required
        data-autofocus
      />
      {pairs.map((pair, index) => (
        <PairFields
          key={pair.key}
          pair={pair}
          number={index + 1}
          onChange={(part) =>
            setPairs(pairs.map((one) => (one.key === pair.key ? { ...one, ...part } : one)))
          }
        />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setPairs([...pairs, newPair()])}
      >
        {t('knowledge.qa.addPair')}
      </Button>
    </FormDialog>
  );
};

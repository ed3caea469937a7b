import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { TableField } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { longestDescription, mostFields } from '../fields/field-limits.ts';
import { FieldRow } from '../fields/field-row.tsx';
import { emptyField } from '../fields/field-types.ts';
import { readTableProblem } from '../fields/table-problem.ts';
import { ownerFieldOf, type Readers, RecordReaders } from './record-readers.tsx';
import { TableNameInput } from './table-name-input.tsx';

interface FieldsEditorProps {
  fields: (TableField & { key: number })[];
  onChange(fields: (TableField & { key: number })[]): void;
  problem: ReturnType<typeof readTableProblem> | undefined;
}

const FieldsEditor = ({ fields, onChange, problem }: FieldsEditorProps) => (
  <Stack gap="xs">
    <Group justify="space-between">
      <Text size="sm" fw={500}>
        {t('tables.fields')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('tables.field.count', { count: fields.length, max: mostFields })}
      </Text>
    </Group>
    {fields.map((field, index) => (
      <FieldRow
        key={field.key}
        value={field}
        number={index + 1}
        otherNames={fields.filter(({ key }) => key !== field.key).map(({ name }) => name)}
        onChange={(next) =>
          onChange(fields.map((one) => (one.key === field.key ? { ...next, key: one.key } : one)))
        }
        onRemove={
          fields.length > 1 ? () => onChange(fields.filter(({ key }) => key !== field.key)) : undefined
        }
        problem={
          problem?.place?.field === index ? { part: problem.place.part, text: problem.text } : undefined
        }
      />
    ))}
    <div>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={fields.length >= mostFields}
        onClick={() =>
          onChange([...fields, { ...emptyField(), key: Math.max(...fields.map(({ key }) => key)) + 1 }])
        }
      >
        {t('tables.field.add')}
      </Button>
    </div>
  </Stack>
);

export const NewTable = ({ onClose }: { onClose(): void }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [fields, setFields] = useState([{ ...emptyField(), key: 0 }]);
  const [readers, setReaders] = useState<Readers>();
  const create = useChange(
    () =>
      api.post(at(agent.api, '/tables'), {
        name,
        description,
        fields: fields.map(({ key: _, ...field }) => field),
        ownerField: ownerFieldOf(readers),
      }),
    {
      changes: [at(agent.api, '/tables')],
      onDone: ({ id }) => navigate(`${agent.href}/tables/${id}`),
      quiet: true,
    },
  );
  const problem = create.error ? readTableProblem(create.error.message) : undefined;
  const errorOf = (part: string): string | undefined =>
    problem?.place?.part === part && problem.place.field === undefined ? problem.text : undefined;
  return (
    <FormDialog
      title={t('tables.new')}
      action={t('common.create')}
      size="56rem"
      change={create}
      failure={problem && !problem.place ? problem.text : null}
      onClose={onClose}
    >
      <TableNameInput value={name} error={errorOf('name')} onChange={setName} />
      <LimitedInput
        label={t('common.description')}
        description={t('tables.create.descriptionHint')}
        placeholder={t('tables.sample.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={errorOf('description')}
        limit={longestDescription}
        required
      />
      <FieldsEditor fields={fields} onChange={setFields} problem={problem} />
      <Text size="xs" c="dimmed">
        {t('tables.create.fieldsHint')}
      </Text>
      <RecordReaders
        value={readers}
        textFields={fields.filter(({ type }) => type === 'TEXT').map((field) => field.name)}
        onChange={setReaders}
      />
    </FormDialog>
  );
};

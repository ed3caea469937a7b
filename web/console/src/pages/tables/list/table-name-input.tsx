import { Button, Group, Stack } from '@mantine/core';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { tableNameProblem, toTableName } from '../fields/check-name.ts';
import { longestName } from '../fields/field-limits.ts';
import { sampleTableName } from './sample-table.ts';

interface TableNameInputProps {
  value: string;
  /** Reported by the service. */
  error?: string | undefined;
  onChange(name: string): void;
}

/** Checks the name while it is typed and offers a valid one. */
export const TableNameInput = ({ value, error, onChange }: TableNameInputProps) => {
  const problem = tableNameProblem(value);
  const suggestion = problem ? toTableName(value) : '';
  return (
    <Stack gap={4}>
      <LimitedInput
        label={t('common.name')}
        description={t('tables.create.nameHint')}
        placeholder={sampleTableName}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={problem ? t(problem) : error}
        limit={longestName}
        required
        data-autofocus
      />
      {suggestion !== '' && (
        <Group>
          <Button variant="light" size="compact-sm" onClick={() => onChange(suggestion)}>
            {t('tables.create.useName', { name: suggestion })}
          </Button>
        </Group>
      )}
    </Stack>
  );
};

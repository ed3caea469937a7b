import { NativeSelect, Radio, Stack } from '@mantine/core';
import { t } from '../../../messages/translate.ts';

/** Who gets records from the agent. `ownerField` has the user_id of a record. */
export interface Readers {
  who: 'all' | 'own';
  ownerField: string;
}

interface RecordReadersProps {
  value: Readers | undefined;
  /** Fields that can contain a user_id. */
  textFields: string[];
  onChange(readers: Readers): void;
}

/** Asks who may read the records of a new table. There is no default, because both answers can be wrong. */
export const RecordReaders = ({ value, textFields, onChange }: RecordReadersProps) => (
  <Radio.Group
    label={t('tables.readers.label')}
    description={t('tables.readers.hint')}
    value={value?.who ?? null}
    onChange={(who) => onChange({ who: who as Readers['who'], ownerField: value?.ownerField ?? '' })}
    required
  >
    <Stack gap="xs" mt="xs">
      <Radio value="all" label={t('tables.readers.all')} description={t('tables.readers.allHint')} required />
      <Radio value="own" label={t('tables.readers.own')} description={t('tables.readers.ownHint')} required />
      {value?.who === 'own' && (
        <NativeSelect
          label={t('tables.readers.field')}
          data={[
            { value: '', label: t('tables.readers.chooseField') },
            ...textFields.filter((name) => name !== ''),
          ]}
          value={textFields.includes(value.ownerField) ? value.ownerField : ''}
          onChange={(event) => onChange({ ...value, ownerField: event.currentTarget.value })}
          required
        />
      )}
    </Stack>
  </Radio.Group>
);

export const ownerFieldOf = (readers: Readers | undefined): string | null =>
  readers?.who === 'own' ? readers.ownerField : null;

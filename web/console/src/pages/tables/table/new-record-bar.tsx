import { Alert, Button, Group, Text } from '@mantine/core';
import { t } from '../../../messages/translate.ts';
import type { NewRecord } from '../grid/use-new-record.ts';

/** Saves or discards the new record. */
export const NewRecordBar = ({ newRecord }: { newRecord: NewRecord }) => (
  <Alert color={newRecord.problem ? 'red' : 'teal'} p="xs" role={newRecord.problem ? 'alert' : undefined}>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{newRecord.problem ?? t('tables.newRecord.hint')}</Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={newRecord.discard}>
          {t('common.discard')}
        </Button>
        <Button size="xs" loading={newRecord.isSaving} onClick={newRecord.save}>
          {t('tables.newRecord.save')}
        </Button>
      </Group>
    </Group>
  </Alert>
);

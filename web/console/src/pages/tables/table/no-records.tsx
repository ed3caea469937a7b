import { Button, Group } from '@mantine/core';
import { IconSearch, IconTable } from '@tabler/icons-react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { t } from '../../../messages/translate.ts';

interface NoRecordsProps {
  isFiltered: boolean;
  mayWrite: boolean;
  onAdd(): void;
  onImport(): void;
}

export const NoRecords = ({ isFiltered, mayWrite, onAdd, onImport }: NoRecordsProps) => {
  if (isFiltered)
    return (
      <EmptyState icon={IconSearch} title={t('tables.records.noMatches')}>
        {t('tables.records.noMatchesHint')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTable}
      title={t('tables.records.empty')}
      action={
        mayWrite && (
          <Group gap="sm">
            <Button onClick={onAdd}>{t('tables.addRecord')}</Button>
            <Button variant="default" onClick={onImport}>
              {t('tables.importFile')}
            </Button>
          </Group>
        )
      }
    >
      {t('tables.records.emptyHint')}
    </EmptyState>
  );
};

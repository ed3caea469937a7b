import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import type { RecordImport } from '../../../api/generated.ts';
import { forget } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { RowProblems } from './row-problems.tsx';

const refreshMs = 500;
const problemsShown = 200;

const Outcome = ({ result }: { result: RecordImport }) => (
  <Stack gap="sm">
    <Alert
      color={result.status === 'failed' ? 'red' : result.refused > 0 ? 'orange' : 'teal'}
      role="status"
      title={
        result.status === 'failed'
          ? t('tables.import.noneAdded')
          : t('tables.import.added', { count: result.added })
      }
    >
      {result.refused > 0
        ? t('tables.import.rejected', { count: result.refused })
        : t('tables.import.allAdded')}
    </Alert>
    <RowProblems
      title={t('tables.import.rejectedRows')}
      problems={result.failures.slice(0, problemsShown).map(({ row, reason }) => ({ row, problem: reason }))}
      total={result.failures.length}
    />
  </Stack>
);

interface ImportProgressProps {
  /** Path of the table. */
  path: TableAddress;
  importId: string;
  onClose(): void;
}

/** The progress of an import, then its result. The import continues when the window is closed. */
export const ImportProgress = ({ path, importId, onClose }: ImportProgressProps) => {
  const address = at(path, '/imports/{importId}', { importId });
  const running = useResource(address, { refreshMs });
  const isDone = running.data !== undefined && running.data.status !== 'running';
  useEffect(() => {
    if (isDone) void forget(at(path, '/records'), path.slice(0, path.lastIndexOf('/')));
  }, [isDone, path]);
  return (
    <Stack>
      <ResourceView resource={running} bars={1}>
        {(result) =>
          result.status === 'running' ? (
            <div>
              <Progress value={result.progress * 100} animated aria-label={t('tables.import.progress')} />
              <Text size="sm" c="dimmed" mt="xs">
                {t('tables.import.progressText', {
                  done: Math.round(result.progress * result.total),
                  total: result.total,
                })}
              </Text>
            </div>
          ) : (
            <Outcome result={result} />
          )
        }
      </ResourceView>
      <Group justify="flex-end">
        <Button onClick={onClose}>{isDone ? t('tables.import.done') : t('tables.import.close')}</Button>
      </Group>
    </Stack>
  );
};

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import type { RecordImport } from '../../../api/generated.ts';
import { forget } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { countOf } from '../../../lib/count-of.ts';
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
          ? 'No row could be added'
          : countOf(result.added, 'row was added', 'rows were added')
      }
    >
      {result.refused > 0
        ? `${countOf(result.refused, 'was refused', 'were refused')}. Mend them in your file and import those rows again.`
        : 'Every row went in.'}
    </Alert>
    <RowProblems
      title="Refused"
      problems={result.failures.slice(0, problemsShown).map(({ row, reason }) => ({ row, problem: reason }))}
      total={result.failures.length}
    />
  </Stack>
);

interface ImportProgressProps {
  /** Of the table. */
  path: TableAddress;
  importId: string;
  onClose(): void;
}

/** How far an import is, then what came of it. It goes on when the window is closed. */
export const ImportProgress = ({ path, importId, onClose }: ImportProgressProps) => {
  const address = at(path, '/imports/{importId}', { importId });
  const running = useResource(address, { refreshMs });
  const isOver = running.data !== undefined && running.data.status !== 'running';
  useEffect(() => {
    if (isOver) void forget(at(path, '/records'), path.slice(0, path.lastIndexOf('/')));
  }, [isOver, path]);
  return (
    <Stack>
      <ResourceView resource={running} bars={1}>
        {(result) =>
          result.status === 'running' ? (
            <div>
              <Progress value={result.progress * 100} animated aria-label="Import" />
              <Text size="sm" c="dimmed" mt="xs">
                {Math.round(result.progress * result.total).toLocaleString()} of{' '}
                {result.total.toLocaleString()} rows. You may close this; it goes on.
              </Text>
            </div>
          ) : (
            <Outcome result={result} />
          )
        }
      </ResourceView>
      <Group justify="flex-end">
        <Button onClick={onClose}>{isOver ? 'Done' : 'Close'}</Button>
      </Group>
    </Stack>
  );
};

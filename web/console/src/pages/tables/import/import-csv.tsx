import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable, RecordImport } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { countOf } from '../../../lib/count-of.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { decodeText } from './decode-text.ts';
import { ImportProgress } from './import-progress.tsx';
import { PreviewTable } from './preview-table.tsx';
import { RowProblems } from './row-problems.tsx';
import { type CsvFile, useCsvPreview } from './use-csv-preview.ts';

interface ImportCsvProps {
  table: AgentTable;
  onClose(): void;
}

const ChooseFile = ({ table, onFile }: { table: AgentTable; onFile(file: CsvFile): void }) => {
  const template = useMemo(() => {
    const header = `${table.fields.map(({ name }) => name).join(',')}\n`;
    return URL.createObjectURL(new Blob([header], { type: 'text/csv' }));
  }, [table]);
  const read = async (file: File): Promise<void> => {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    onFile({ name: file.name, text, chosenAtMs: Date.now() });
  };
  return (
    <Stack align="flex-start">
      <Text size="sm">
        The first line names the columns; at most 10,000 rows. You see what would happen before anything is
        stored.
      </Text>
      <Group>
        <ChooseFiles
          label="CSV file"
          accept=".csv,.tsv,.txt,text/csv"
          onFiles={([file]) => file && void read(file)}
        >
          {(open) => (
            <Button leftSection={<IconUpload size={16} aria-hidden />} {...open} data-autofocus>
              Choose a CSV file
            </Button>
          )}
        </ChooseFiles>
        <Anchor href={template} download={`${table.name}.csv`} size="sm">
          Download an empty one with the right columns
        </Anchor>
      </Group>
    </Stack>
  );
};

interface ReviewProps {
  table: AgentTable;
  path: TableAddress;
  file: CsvFile;
  onStarted(started: RecordImport): void;
  onBack(): void;
}

/** What would happen, and the way to go on or back. */
const Review = ({ table, path, file, onStarted, onBack }: ReviewProps) => {
  const [mapping, setMapping] = useState<(string | null)[]>();
  const preview = useCsvPreview(path, file, mapping);
  const start = useChange(
    (columns: (string | null)[]) => api.post(at(path, '/import'), { csv: file.text, mapping: columns }),
    { onDone: onStarted, quiet: true },
  );
  const back = (
    <Button variant="default" onClick={onBack}>
      Another file
    </Button>
  );
  if (preview.error && !preview.data)
    return (
      <Stack align="flex-start">
        <ErrorState error={preview.error} />
        {back}
      </Stack>
    );
  return (
    <ResourceView resource={preview} bars={4}>
      {(data) => (
        <Stack aria-busy={preview.isFetching}>
          {start.error && (
            <Alert color="red" role="alert">
              {start.error.message}
            </Alert>
          )}
          <Text size="sm" role="status">
            <b>{file.name}</b>: {data.goodRows.toLocaleString()} of {data.totalRows.toLocaleString()} rows can
            go in.
            {data.rows.length < data.totalRows && ` The first ${data.rows.length} are shown.`}
          </Text>
          <PreviewTable table={table} preview={data} onMapping={setMapping} />
          <RowProblems
            title="Would be left out"
            problems={data.problems}
            total={data.totalRows - data.goodRows}
          />
          <Group justify="flex-end">
            {back}
            <Button
              loading={start.isPending}
              disabled={data.goodRows === 0 || preview.isFetching}
              onClick={() => start.mutate(data.mapping)}
            >
              Import {countOf(data.goodRows, 'row')}
            </Button>
          </Group>
        </Stack>
      )}
    </ResourceView>
  );
};

/** From a file over a preview to records. */
export const ImportCsv = ({ table, onClose }: ImportCsvProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const [file, setFile] = useState<CsvFile>();
  const [started, setStarted] = useState<RecordImport>();
  return (
    <Modal opened onClose={onClose} title={`Import CSV into ${table.name}`} size={file ? '70rem' : 'lg'}>
      {started ? (
        <ImportProgress path={path} importId={started.id} onClose={onClose} />
      ) : file ? (
        <Review
          key={file.chosenAtMs}
          table={table}
          path={path}
          file={file}
          onStarted={setStarted}
          onBack={() => setFile(undefined)}
        />
      ) : (
        <ChooseFile table={table} onFile={setFile} />
      )}
    </Modal>
  );
};

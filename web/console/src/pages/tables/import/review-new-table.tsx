import { Alert, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { NewTablePreview } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { tableNameProblem, toTableName } from '../fields/check-name.ts';
import { longestDescription, mostFields } from '../fields/field-limits.ts';
import { ownerFieldOf, type Readers, RecordReaders } from '../list/record-readers.tsx';
import { TableNameInput } from '../list/table-name-input.tsx';
import { columnProblem, columnsOf, type NewColumn, NewColumnControls } from './new-columns.tsx';
import { PreviewSummary } from './preview-summary.tsx';
import { PreviewTable } from './preview-table.tsx';
import { RowProblems } from './row-problems.tsx';
import type { SheetFile } from './sheet-file.ts';
import { SheetOptions } from './sheet-options.tsx';
import { usePreview } from './use-preview.ts';
import { useSheetChoice } from './use-sheet-choice.ts';

interface ReviewNewTableProps {
  file: SheetFile;
  onStarted(started: { tableId: string; importId: string }): void;
  onBack(): void;
}

/** The proposed fields and the first rows, to adjust and to confirm. */
export const ReviewNewTable = ({ file, onStarted, onBack }: ReviewNewTableProps) => {
  const agent = useAgentScope();
  const [edited, setEdited] = useState<NewColumn[]>();
  const [name, setName] = useState(() => toTableName(file.name.replace(/\.\w+$/, '')));
  const [description, setDescription] = useState('');
  const [readers, setReaders] = useState<Readers>();
  const choices = useSheetChoice(() => setEdited(undefined));
  const fields = edited?.map(({ proposedName, type, isSkipped }) =>
    isSkipped ? null : { name: proposedName, type },
  );
  const options = { ...choices.choice, ...(fields ? { fields } : {}) };
  const preview = usePreview<NewTablePreview>({
    key: [agent.api, options],
    file,
    load: (body, signal) =>
      api.post(at(agent.api, '/tables/import/preview'), { ...body, ...options }, { signal }),
  });
  const create = useChange(
    async (columns: NewColumn[]) => {
      const used = columns.filter(({ isSkipped }) => !isSkipped);
      const headers = preview.data!.header;
      const table = await api.post(at(agent.api, '/tables'), {
        name,
        description,
        fields: columns.flatMap((column, index) =>
          column.isSkipped
            ? []
            : [
                {
                  name: column.name,
                  type: column.type,
                  description: [...(headers[index] ?? '')].slice(0, longestDescription).join(''),
                },
              ],
        ),
        ownerField: ownerFieldOf(readers),
      });
      const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
      try {
        const { id } = await api.post(at(path, '/import'), {
          file: { name: file.name, content: file.content },
          ...choices.choice,
          mapping: columns.map((column) => (used.includes(column) ? column.name : null)),
        });
        return { tableId: table.id, importId: id };
      } catch (error) {
        // Without its records, the table would only be in the way of another attempt.
        await api.remove(path).catch(() => {});
        throw error;
      }
    },
    { changes: [at(agent.api, '/tables')], onDone: onStarted, quiet: true },
  );
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('tables.import.another')}
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
      {(data) => {
        const columns = edited ?? columnsOf(data);
        const used = columns.filter(({ isSkipped }) => !isSkipped);
        const isReady =
          data.goodRows > 0 &&
          used.length > 0 &&
          used.length <= mostFields &&
          tableNameProblem(name) === undefined &&
          !columns.some((_, index) => columnProblem(columns, index));
        const submit = (event: FormEvent): void => {
          event.preventDefault();
          create.mutate(columns);
        };
        return (
          <form onSubmit={submit}>
            <Stack aria-busy={preview.isFetching}>
              {(create.error ?? preview.error) && (
                <Alert color="red" role="alert">
                  {(create.error ?? preview.error)!.message}
                </Alert>
              )}
              <TableNameInput value={name} onChange={setName} />
              <LimitedInput
                label={t('common.description')}
                description={t('tables.create.descriptionHint')}
                placeholder={t('tables.sample.description')}
                value={description}
                onChange={(event) => setDescription(event.currentTarget.value)}
                limit={longestDescription}
                required
              />
              <SheetOptions preview={data} choices={choices} />
              <PreviewSummary file={file.name} preview={data} />
              {used.length > mostFields && (
                <Alert color="orange">{t('tables.newFile.tooManyFields', { max: mostFields })}</Alert>
              )}
              <PreviewTable
                preview={data}
                names={data.columns.map((column) => column.name)}
                renderColumn={({ index, header }) => (
                  <NewColumnControls
                    header={header}
                    columns={columns}
                    index={index}
                    needsDateOrder={data.columns[index]?.needsDateOrder ?? false}
                    dateOrder={data.formats[index]?.dateOrder ?? null}
                    onChange={setEdited}
                    onDateOrder={(order) => choices.setDateOrder(index, order)}
                  />
                )}
              />
              <RowProblems
                title={t('tables.import.invalidRows')}
                problems={data.problems}
                total={data.totalRows - data.goodRows}
              />
              <RecordReaders
                value={readers}
                textFields={used.filter(({ type }) => type === 'TEXT').map((column) => column.name)}
                onChange={setReaders}
              />
              <Group justify="flex-end">
                {back}
                <Button type="submit" loading={create.isPending} disabled={!isReady || preview.isFetching}>
                  {t('tables.newFile.create', { count: data.goodRows })}
                </Button>
              </Group>
            </Stack>
          </form>
        );
      }}
    </ResourceView>
  );
};

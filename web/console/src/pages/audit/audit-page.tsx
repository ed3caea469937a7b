import { Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { AuditEntry } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { labelOf, optionsOf } from '../../lib/label-of.ts';
import { usePage } from '../../lib/use-page.ts';
import { rich } from '../../messages/rich.ts';
import { activeLocale, t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { actionLabels, actorName, targetName } from './audit-labels.ts';
import { FieldName } from './field-name.tsx';

const pageSize = 25;
const typingMs = 300;
const maxListedFields = 3;

const FieldList = ({ changes }: Pick<AuditEntry, 'changes'>) => {
  const names = Object.keys(changes);
  const count = names.length - maxListedFields;
  const fields = names.slice(0, maxListedFields).map((field, index) => (
    <Fragment key={field}>
      {index > 0 && t('audit.fieldSeparator')}
      <FieldName field={field} />
    </Fragment>
  ));
  return count > 0 ? rich('audit.moreFields', { fields, count }) : fields;
};

const Actor = ({ entry }: { entry: AuditEntry }) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    <Text size="sm">{actorName(entry)}</Text>
    {entry.actorKind === 'operator' && entry.actorName !== null && (
      <Text size="xs" c="dimmed">
        {entry.actor}
      </Text>
    )}
  </div>
);

const columns = (): Column<AuditEntry>[] => [
  { key: 'time', header: t('audit.time'), render: ({ createdAt }) => <TimeText time={createdAt} /> },
  { key: 'actor', header: t('audit.actor'), render: (entry) => <Actor entry={entry} /> },
  { key: 'action', header: t('audit.action'), render: ({ action }) => labelOf(actionLabels, action) },
  {
    key: 'target',
    header: t('audit.target'),
    render: (entry) => (
      <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {targetName(entry)}
      </Text>
    ),
  },
  {
    key: 'fields',
    header: t('audit.fields'),
    isMinor: true,
    render: (entry) => (
      <Text size="sm" c="dimmed" lineClamp={1}>
        <FieldList changes={entry.changes} />
      </Text>
    ),
  },
];

/** Sorted by name in the language of the console. */
const actionOptions = (): { value: string; label: string }[] => {
  const { compare } = new Intl.Collator(activeLocale());
  return optionsOf(actionLabels).sort((left, right) => compare(left.label, right.label));
};

const AuditPage = () => {
  const workspace = useWorkspace();
  const [page, setPage] = usePage();
  const [actor, setActor] = useState('');
  const [action, setAction] = useState<string | null>(null);
  const [opened, setOpened] = useState<AuditEntry>();
  const [typedActor] = useDebouncedValue(actor.trim(), typingMs);
  const isFiltered = typedActor !== '' || action !== null;
  const entries = useResource('/audit', {
    query: { page, pageSize, workspaceId: workspace.id, actor: typedActor, action: action ?? '' },
  });
  return (
    <>
      <PageHeader title={t('shell.page.audit')} description={t('audit.description')} />
      <Group mb="md" align="flex-end">
        <TextInput
          label={t('audit.actor')}
          placeholder={t('audit.actorExample')}
          value={actor}
          onChange={(event) => {
            setActor(event.currentTarget.value);
            setPage(1);
          }}
        />
        <Select
          label={t('audit.action')}
          placeholder={t('audit.allActions')}
          data={actionOptions()}
          value={action}
          onChange={(value) => {
            setAction(value);
            setPage(1);
          }}
          nothingFoundMessage={t('audit.noMatches')}
          w={280}
          searchable
          clearable
        />
      </Group>
      <ResourceView resource={entries}>
        {({ items, total }) => (
          <DataTable
            label={t('shell.page.audit')}
            columns={columns()}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={(entry) => setOpened(entry)}
            isRefreshing={entries.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconHistory} title={isFiltered ? t('audit.noMatches') : t('audit.empty')}>
                {isFiltered ? t('audit.noMatchesHint') : t('audit.emptyHint')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
};

export default AuditPage;

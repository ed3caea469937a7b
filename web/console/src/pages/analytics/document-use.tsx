import { Anchor, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { AnalyticsDocuments } from '../../api/generated.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { agentScope, useWorkspace } from '../../session/use-workspace.ts';
import { agentLabel } from '../usage/usage-labels.ts';
import type { Details } from './use-details.ts';

interface NamedDocument {
  agentId: string;
  documentId: string;
  name: string | null;
}

const DocumentName = ({ agentId, documentId, name }: NamedDocument) => {
  const workspace = useWorkspace();
  if (name === null) return <>{t('analytics.deletedDocument')}</>;
  const { href } = agentScope(workspace, agentId);
  return (
    <Anchor component={Link} href={`${href}/knowledge/documents/${documentId}`}>
      {name}
    </Anchor>
  );
};

const nothing = (message: string) => (
  <Text size="sm" c="dimmed">
    {message}
  </Text>
);

const Used = ({ used }: Pick<AnalyticsDocuments, 'used'>) => (
  <div>
    <Title order={2} mb="xs">
      {t('analytics.usedDocuments')}
    </Title>
    <DataTable
      label={t('analytics.usedDocuments')}
      rows={used.slice(0, 20)}
      rowKey={({ agentId, documentId }) => `${agentId}-${documentId}`}
      columns={[
        { key: 'name', header: t('analytics.document'), render: (row) => <DocumentName {...row} /> },
        { key: 'agent', header: t('common.agent'), isMinor: true, render: (row) => agentLabel(row) },
        {
          key: 'citations',
          header: t('analytics.citations'),
          align: 'right',
          render: ({ citations }) => formatNumber(citations),
        },
      ]}
      empty={nothing(t('analytics.noUsedDocuments'))}
    />
  </div>
);

const Unused = ({ unused }: Pick<AnalyticsDocuments, 'unused'>) => (
  <div>
    <Title order={2} mb="xs">
      {t('analytics.unusedDocuments', { count: unused.total })}
    </Title>
    <DataTable
      label={t('analytics.unusedDocuments', { count: unused.total })}
      rows={unused.items.slice(0, 20)}
      rowKey={({ documentId }) => documentId}
      columns={[
        { key: 'name', header: t('analytics.document'), render: (row) => <DocumentName {...row} /> },
        { key: 'agent', header: t('common.agent'), isMinor: true, render: (row) => agentLabel(row) },
      ]}
      empty={nothing(t('analytics.noUnusedDocuments'))}
    />
  </div>
);

/** Documents that replies cite most, and documents that no reply cites. */
export const DocumentUse = ({ documents }: Pick<Details, 'documents'>) => (
  <ResourceView resource={documents}>
    {({ used, unused }) => (
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Used used={used} />
        <Unused unused={unused} />
      </SimpleGrid>
    )}
  </ResourceView>
);

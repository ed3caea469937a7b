import { Text, Title } from '@mantine/core';
import { DataTable } from '../../components/data-table.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { agentLabel } from '../usage/usage-labels.ts';
import { formatShare } from './format-figures.ts';
import type { Details } from './use-details.ts';

/** Calls of tools and how many of them failed. */
export const ToolUse = ({ tools }: Pick<Details, 'tools'>) => (
  <div>
    <Title order={2} mb="xs">
      {t('analytics.tools')}
    </Title>
    <ResourceView resource={tools}>
      {({ items }) => (
        <DataTable
          label={t('analytics.tools')}
          rows={items}
          rowKey={({ agentId, tool }) => `${agentId}-${tool}`}
          columns={[
            { key: 'tool', header: t('analytics.tool'), render: ({ tool }) => tool },
            { key: 'agent', header: t('common.agent'), isMinor: true, render: (row) => agentLabel(row) },
            {
              key: 'calls',
              header: t('analytics.calls'),
              align: 'right',
              render: ({ calls }) => formatNumber(calls),
            },
            {
              key: 'failures',
              header: t('analytics.toolFailures'),
              align: 'right',
              render: ({ calls, failures }) =>
                t('analytics.failuresOf', {
                  count: formatNumber(failures),
                  share: formatShare(failures / calls),
                }),
            },
          ]}
          empty={
            <Text size="sm" c="dimmed">
              {t('analytics.noTools')}
            </Text>
          }
        />
      )}
    </ResourceView>
  </div>
);

import { ActionIcon, Anchor, Group, Switch, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Correction } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { type Column, DataTable, type TablePaging } from '../../components/data-table.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface CorrectionTableProps {
  corrections: readonly Correction[];
  paging: TablePaging;
  isRefreshing: boolean;
  empty: ReactNode;
  onEdit(correction: Correction): void;
  onDelete(correction: Correction): void;
}

const Pair = ({ correction, href }: { correction: Correction; href: string }) => (
  <div style={{ minWidth: 0, maxWidth: 640 }}>
    <Text size="sm" fw={550} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {correction.question}
    </Text>
    <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {correction.answer}
    </Text>
    {correction.source && (
      <Anchor
        component={Link}
        size="xs"
        href={`${href}/conversations/${correction.source.conversationId}?round=${correction.source.roundId}`}
      >
        {t('corrections.source')}
      </Anchor>
    )}
  </div>
);

/** The corrections of an agent with their hits. */
export const CorrectionTable = ({
  corrections,
  paging,
  isRefreshing,
  empty,
  onEdit,
  onDelete,
}: CorrectionTableProps) => {
  const agent = useAgentScope();
  const isAllowed = agent.can('knowledge:write');
  const toggle = useChange(
    ({ id, enabled }: Correction) =>
      api.patch(at(agent.api, '/corrections/{correctionId}', { correctionId: id }), { enabled: !enabled }),
    { changes: [at(agent.api, '/corrections')] },
  );
  const columns: Column<Correction>[] = [
    {
      key: 'pair',
      header: t('corrections.pair'),
      render: (correction) => <Pair correction={correction} href={agent.href} />,
    },
    {
      key: 'hits',
      header: t('corrections.hits'),
      align: 'right',
      render: ({ hitCount }) => formatNumber(hitCount),
    },
    {
      key: 'lastHit',
      header: t('corrections.lastHit'),
      isMinor: true,
      render: ({ lastHitAt }) => <TimeText time={lastHitAt} />,
    },
    {
      key: 'changed',
      header: t('corrections.changed'),
      isMinor: true,
      render: ({ updatedAt, author }) => (
        <>
          <TimeText time={updatedAt} />
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {author.email || t('corrections.byToken')}
          </Text>
        </>
      ),
    },
    {
      key: 'enabled',
      header: t('corrections.on'),
      render: (correction) => (
        <Switch
          aria-label={t('corrections.use', { question: correction.question })}
          checked={correction.enabled}
          disabled={!isAllowed || toggle.isPending}
          onChange={() => toggle.mutate(correction)}
        />
      ),
    },
    ...(isAllowed
      ? [
          {
            key: 'actions',
            header: t('corrections.actions'),
            isHeaderHidden: true,
            render: (correction: Correction) => (
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <Tooltip label={t('corrections.change')}>
                  <ActionIcon
                    aria-label={t('corrections.changeNamed', { question: correction.question })}
                    onClick={() => onEdit(correction)}
                  >
                    <IconPencil size={16} />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label={t('common.delete')}>
                  <ActionIcon
                    aria-label={t('corrections.deleteNamed', { question: correction.question })}
                    onClick={() => onDelete(correction)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Tooltip>
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={t('corrections.title')}
      columns={columns}
      rows={corrections}
      rowKey={({ id }) => id}
      isRefreshing={isRefreshing}
      paging={paging}
      empty={empty}
      {...(isAllowed ? { onOpen: onEdit } : {})}
    />
  );
};

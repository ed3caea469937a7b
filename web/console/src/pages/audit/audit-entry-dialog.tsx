import { Modal, Stack, Table, Text } from '@mantine/core';
import type { AuditEntry } from '../../api/generated.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { formatDateTime } from '../../lib/format-date-time.ts';
import { labelOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { actionLabels, actorName, targetName } from './audit-labels.ts';
import { FieldName } from './field-name.tsx';

const showValue = (value: unknown): string => {
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return value ? t('audit.yes') : t('audit.no');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const ChangedFields = ({ changes }: Pick<AuditEntry, 'changes'>) => (
  <Table verticalSpacing="xs" layout="fixed">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('audit.field')}</Table.Th>
        <Table.Th>{t('audit.before')}</Table.Th>
        <Table.Th>{t('audit.after')}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
      {Object.entries(changes).map(([field, [before, after]]) => (
        <Table.Tr key={field}>
          <Table.Td>
            <FieldName field={field} />
          </Table.Td>
          <Table.Td>{showValue(before)}</Table.Td>
          <Table.Td>{showValue(after)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

export const AuditEntryDialog = ({ entry, onClose }: { entry: AuditEntry; onClose(): void }) => (
  <Modal opened onClose={onClose} title={labelOf(actionLabels, entry.action)} size="xl">
    <Stack>
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text fw={550}>{targetName(entry)}</Text>
        <Text size="sm" c="dimmed">
          {actorName(entry)}
          {entry.actorKind === 'operator' && entry.actorName !== null && ` · ${entry.actor}`}
          {' · '}
          {formatDateTime(entry.createdAt)}
        </Text>
      </div>
      {Object.keys(entry.changes).length > 0 ? (
        <ChangedFields changes={entry.changes} />
      ) : (
        <Text size="sm">{t('audit.noFields')}</Text>
      )}
      {entry.targetId !== '' && <CopyField label={t('audit.id')} value={entry.targetId} />}
    </Stack>
  </Modal>
);

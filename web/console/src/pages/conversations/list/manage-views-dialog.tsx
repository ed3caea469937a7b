import { ActionIcon, Badge, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import type { ConversationView } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { t } from '../../../messages/translate.ts';
import { useViews } from './use-views.ts';

const ViewRow = ({ view, onDelete }: { view: ConversationView; onDelete(): void }) => {
  const { listPath, pathOf } = useViews();
  const [name, setName] = useState(view.name);
  const change = useChange((next: string) => api.patch(pathOf(view), { name: next }), {
    changes: [listPath],
    onFailed: () => setName(view.name),
  });
  const rename = (): void => {
    const wanted = name.trim();
    if (wanted === '') setName(view.name);
    else if (wanted !== view.name) change.mutate(wanted);
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        aria-label={t('common.renameNamed', { name: view.name })}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
      />
      {view.isShared && <Badge variant="light">{t('conversations.views.shared')}</Badge>}
      <ActionIcon
        aria-label={t('conversations.views.deleteTitle', { name: view.name })}
        onClick={onDelete}
        variant="subtle"
        color="red"
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
};

/** Renames and deletes the views that the operator may change. */
export const ManageViewsDialog = ({ items, onClose }: { items: ConversationView[]; onClose(): void }) => {
  const { views, pathOf } = useViews();
  const [removed, setRemoved] = useState<ConversationView>();
  return (
    <>
      <Modal opened={removed === undefined} onClose={onClose} title={t('conversations.views.manage')}>
        <Stack gap="sm">
          {items.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('conversations.views.none')}
            </Text>
          )}
          {items.map((view) => (
            <ViewRow key={`${view.id} ${view.name}`} view={view} onDelete={() => setRemoved(view)} />
          ))}
        </Stack>
      </Modal>
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={t('conversations.views.deleteTitle', { name: removed?.name ?? '' })}
        onConfirm={async () => {
          await api.remove(pathOf(removed!));
          await views.refetch();
        }}
      >
        {t('conversations.views.deleteHint')}
      </ConfirmDialog>
    </>
  );
};

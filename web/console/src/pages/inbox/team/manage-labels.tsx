import { ActionIcon, Button, ColorSwatch, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxLabel } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { colorLabels, labelColors } from './label-colors.ts';
import { useLabels } from './use-labels.ts';

type Color = InboxLabel['color'];

const LabelRow = ({ label, onDelete }: { label: InboxLabel; onDelete(): void }) => {
  const workspace = useWorkspace();
  const [name, setName] = useState(label.name);
  const path = at(workspace.api, '/inbox/labels/{labelId}', { labelId: label.id });
  const change = useChange((part: { name?: string; color?: Color }) => api.patch(path, part), {
    changes: [at(workspace.api, '/inbox/labels')],
    onFailed: () => setName(label.name),
  });
  const rename = (): void => {
    const wanted = name.trim();
    if (wanted === '') setName(label.name);
    else if (wanted !== label.name) change.mutate({ name: wanted });
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={`var(--mantine-color-${label.color}-filled)`} size={16} />
      <TextInput
        size="xs"
        flex={1}
        aria-label={t('inboxTeam.manage.labelName')}
        maxLength={50}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
      />
      <Select
        size="xs"
        w={110}
        aria-label={t('inboxTeam.manage.color')}
        allowDeselect={false}
        data={labelColors.map((color) => ({ value: color, label: t(colorLabels[color]) }))}
        value={label.color}
        onChange={(color) => change.mutate({ color: color as Color })}
      />
      <ActionIcon aria-label={t('inboxTeam.manage.deleteLabel', { name: label.name })} onClick={onDelete}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
};

/** Creates, renames and deletes the labels of the workspace. */
export const ManageLabels = () => {
  const workspace = useWorkspace();
  const labels = useLabels();
  const [name, setName] = useState('');
  const [removed, setRemoved] = useState<InboxLabel>();
  const path = at(workspace.api, '/inbox/labels');
  const create = useChange(
    () => {
      // A color that few labels have.
      const used = labels.data?.items ?? [];
      const color = labelColors[(used.length + 1) % labelColors.length]!;
      return api.post(path, { name: name.trim(), color });
    },
    { changes: [path], onDone: () => setName('') },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') create.mutate(undefined);
  };
  return (
    <ResourceView resource={labels}>
      {({ items }) => (
        <Stack gap="sm">
          {items.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('inboxTeam.manage.labelsHint')}
            </Text>
          )}
          {items.map((label) => (
            <LabelRow key={`${label.id} ${label.name}`} label={label} onDelete={() => setRemoved(label)} />
          ))}
          <form onSubmit={submit}>
            <Group gap="xs" align="flex-end">
              <TextInput
                flex={1}
                label={t('inboxTeam.manage.newLabel')}
                maxLength={50}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
                {t('inboxTeam.manage.create')}
              </Button>
            </Group>
          </form>
          <ConfirmDialog
            opened={removed !== undefined}
            onClose={() => setRemoved(undefined)}
            title={t('inboxTeam.manage.deleteLabel', { name: removed?.name ?? '' })}
            onConfirm={async () => {
              await api.remove(at(workspace.api, '/inbox/labels/{labelId}', { labelId: removed!.id }));
              await labels.refetch();
            }}
          >
            {t('inboxTeam.manage.deleteLabelHint')}
          </ConfirmDialog>
        </Stack>
      )}
    </ResourceView>
  );
};

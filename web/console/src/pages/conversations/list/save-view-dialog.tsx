import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../messages/translate.ts';
import type { ListFilters } from './use-list-filters.ts';
import { useViews } from './use-views.ts';

interface SaveViewProps {
  filters: ListFilters;
  canShare: boolean;
  /** A token has no own views. */
  canOwn: boolean;
  onClose(): void;
}

/** Saves the current filters under a name. */
export const SaveViewDialog = ({ filters, canShare, canOwn, onClose }: SaveViewProps) => {
  const { listPath, ownPath, sharedPath } = useViews();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(!canOwn);
  const save = useChange(
    (_: undefined) => {
      const view = { name: name.trim(), filters: filters.values };
      return isShared ? api.post(sharedPath, view) : api.post(ownPath, view);
    },
    { changes: [listPath], done: t('conversations.views.saved'), onDone: onClose, quiet: true },
  );
  return (
    <FormDialog
      title={t('conversations.views.saveTitle')}
      action={t('common.save')}
      change={save}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label={t('conversations.views.name')}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {canShare && (
        <Checkbox
          label={t('conversations.views.share')}
          checked={isShared}
          disabled={!canOwn}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
};

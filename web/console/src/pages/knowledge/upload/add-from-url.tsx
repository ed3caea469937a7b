import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { acceptedFormats } from './accepted-files.ts';
import { exampleUrl } from './example-url.ts';
import type { UploadOptions } from './upload-queue.ts';

interface AddFromUrlProps {
  options: UploadOptions;
  onClose(): void;
}

/** Adds a document that the service downloads. */
export const AddFromUrl = ({ options, onClose }: AddFromUrlProps) => {
  const agent = useAgentScope();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const add = useChange(
    () =>
      api.post(at(agent.api, '/documents'), {
        ...options,
        url,
        ...(name.trim() === '' ? {} : { name }),
      }),
    {
      changes: [at(agent.api, '/documents'), at(agent.api, '/knowledge-bases')],
      done: ({ name: added }) => t('knowledge.url.done', { name: added }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('knowledge.url.title')}
      action={t('knowledge.url.action')}
      change={add}
      isReady={url.trim() !== ''}
      failureTitle={t('knowledge.url.failed')}
      onClose={onClose}
    >
      <TextInput
        label={t('knowledge.url.url')}
        description={t('knowledge.url.hint', { formats: acceptedFormats })}
        placeholder={exampleUrl}
        type="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        required
        data-autofocus
      />
      <LimitedInput
        label={t('common.name')}
        description={t('knowledge.url.nameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={200}
      />
    </FormDialog>
  );
};

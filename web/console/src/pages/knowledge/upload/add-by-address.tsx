import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { acceptedFormats } from './accepted-files.ts';
import type { UploadOptions } from './upload-queue.ts';

interface AddByAddressProps {
  options: UploadOptions;
  onClose(): void;
}

/** A document that the service fetches itself. */
export const AddByAddress = ({ options, onClose }: AddByAddressProps) => {
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
      done: (document) => `${document.name} was fetched.`,
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title="Add a document by its address"
      action="Fetch"
      change={add}
      isReady={url.trim() !== ''}
      failureTitle="It could not be added"
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description={`The service fetches the file once, now: ${acceptedFormats}`}
        placeholder="https://example.com/handbook.pdf"
        type="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        required
        data-autofocus
      />
      <TextInput
        label="Name"
        description="Left out it is the last part of the address"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
      />
    </FormDialog>
  );
};

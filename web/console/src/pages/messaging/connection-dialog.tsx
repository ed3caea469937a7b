import { List, NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ChannelConnection, ChannelConnectionWithSecrets } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { platformLabels } from '../../lib/channel-labels.ts';
import { optionsOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { type Platform, platforms } from './platforms.ts';

interface ConnectionDialogProps {
  /** Absent: a new one. */
  connection?: ChannelConnection | undefined;
  onClose(): void;
  /** After a connection was added. */
  onAdded?(connection: ChannelConnectionWithSecrets): void;
}

const longestName = 100;
const longestField = 4096;

/** Adds a connection, or changes its name and credentials. */
export const ConnectionDialog = ({ connection, onClose, onAdded }: ConnectionDialogProps) => {
  const agent = useAgentScope();
  const [platform, setPlatform] = useState<Platform>(connection?.platform ?? 'telegram');
  const [name, setName] = useState(connection?.name ?? '');
  const [values, setValues] = useState<Record<string, string>>(connection?.settings ?? {});
  const { steps, fields } = platforms[platform];
  const path = at(agent.api, '/channel-connections');
  const given = Object.fromEntries(
    fields.flatMap(({ name: field, isSecret }) => {
      const value = values[field] ?? '';
      // An emptied setting is sent, so that it is removed. An empty secret is kept.
      const isRemoved = !isSecret && (connection?.settings[field] ?? '') !== '';
      return value !== '' || isRemoved ? [[field, value]] : [];
    }),
  );
  const isChanged = fields.some(
    (field) => (values[field.name] ?? '') !== (connection?.settings[field.name] ?? ''),
  );
  const close = (saved: ChannelConnection | ChannelConnectionWithSecrets): void => {
    onClose();
    if ('secrets' in saved) onAdded?.(saved);
  };
  const save = useChange(
    () =>
      connection
        ? api.patch(
            at(agent.api, '/channel-connections/{channelConnectionId}', {
              channelConnectionId: connection.id,
            }),
            {
              version: connection.version,
              name,
              ...(isChanged ? { fields: given } : {}),
            },
          )
        : api.post(path, { platform, name, fields: given }),
    { changes: [path], done: t('messaging.saved'), onDone: close, quiet: true },
  );
  /** The service names the field: `fields.botToken must be …`. */
  const problem = save.error?.message ?? '';
  const refused = fields.find((field) => problem.startsWith(`fields.${field.name} `));
  return (
    <FormDialog
      title={connection ? t('messaging.editNamed', { name: connection.name }) : t('messaging.add')}
      action={t(connection ? 'common.save' : 'messaging.connect')}
      change={save}
      {...(refused ? { failure: null } : {})}
      isReady={name.trim() !== ''}
      size="lg"
      onClose={onClose}
    >
      {!connection && (
        <NativeSelect
          label={t('messaging.platform')}
          value={platform}
          onChange={(event) => {
            setPlatform(event.currentTarget.value as Platform);
            setValues({});
          }}
          data={optionsOf(platformLabels)}
        />
      )}
      {!connection && (
        <List type="ordered" size="sm" spacing={4}>
          {steps.map((step) => (
            <List.Item key={step}>{t(step)}</List.Item>
          ))}
        </List>
      )}
      <TextInput
        label={t('messaging.name')}
        description={t('messaging.nameHint', { platform: t(platformLabels[platform]) })}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={longestName}
        required
        data-autofocus
      />
      {fields.map((field) => {
        const Input = field.isSecret ? PasswordInput : TextInput;
        if (field.isOnByDefault !== undefined) {
          const chosen = values[field.name] || (field.isOnByDefault ? 'on' : 'off');
          return (
            <Switch
              key={field.name}
              label={t(field.label)}
              description={field.hint && t(field.hint)}
              checked={chosen === 'on'}
              onChange={(event) =>
                setValues({ ...values, [field.name]: event.currentTarget.checked ? 'on' : 'off' })
              }
            />
          );
        }
        return field.options ? (
          <NativeSelect
            key={field.name}
            label={t(field.label)}
            value={values[field.name] || field.options[0]?.value}
            onChange={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
            data={[...field.options]}
          />
        ) : (
          <Input
            key={field.name}
            label={t(field.label)}
            description={
              connection && field.isSecret ? t('messaging.keepSecret') : field.hint && t(field.hint)
            }
            placeholder={field.placeholder}
            value={values[field.name] ?? ''}
            onChange={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
            maxLength={longestField}
            autoComplete="off"
            error={field === refused && `${t(field.label)} ${problem.slice(`fields.${field.name} `.length)}`}
          />
        );
      })}
    </FormDialog>
  );
};

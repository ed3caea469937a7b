import { PasswordInput, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Role } from '../../api/types/session.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';
import { roles } from './roles.ts';

export const AddOperator = ({ onClose }: { onClose(): void }) => {
  const workspace = useWorkspace();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [hasAccount, setHasAccount] = useState(false);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const path = `${workspace.api}/operators`;
  const add = useChange(
    () => api.post(path, { email, role, ...(hasAccount ? {} : { name: name || undefined, password }) }),
    { changes: [path], done: `${email} was added`, onDone: onClose, quiet: true },
  );
  return (
    <FormDialog title="Add an operator" action="Add" change={add} onClose={onClose}>
      <TextInput
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        autoComplete="off"
        required
        data-autofocus
      />
      <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
        <Stack gap="xs" mt="xs">
          {roles.map((one) => (
            <Radio key={one.value} {...one} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="They have an account here already"
        description="As an operator of another workspace"
        checked={hasAccount}
        onChange={(event) => setHasAccount(event.currentTarget.checked)}
      />
      {!hasAccount && (
        <>
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            autoComplete="off"
          />
          <PasswordInput
            label="First password"
            description="At least 10 characters; they can change it under My account"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            minLength={10}
            autoComplete="new-password"
            required
          />
        </>
      )}
    </FormDialog>
  );
};

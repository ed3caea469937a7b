import { Alert, Paper, Radio, Stack, Title } from '@mantine/core';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { SignInRequirement as Answer } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

type Requirement = Answer['requirement'];

/** How people have to sign in to use this workspace. */
export const SignInRequirement = () => {
  const workspace = useWorkspace();
  const path = at(workspace.api, '/sign-in-requirement');
  const resource = useResource(path);
  const { data: methods } = useSignInMethods();
  const provider = methods?.singleSignOn;
  const change = useChange((requirement: Requirement) => api.put(path, { requirement }), {
    changes: [path],
    done: 'In force for everybody from now on',
    quiet: true,
  });
  const choices = [
    { value: 'none', label: 'Any sign-in', description: 'A password is enough.' },
    {
      value: 'second-factor',
      label: 'Second factor',
      description: 'A passkey, or a code after the password. Others are asked to set one up.',
    },
    {
      value: 'sso',
      label: provider ? `Single sign-on (${provider.name})` : 'Single sign-on',
      description: provider
        ? 'Passwords and passkeys do not open this workspace.'
        : 'Not set up in this installation.',
      disabled: !provider,
    },
  ];
  return (
    <Paper p="lg" mt="lg" component="section" aria-labelledby="sign-in-requirement">
      <Stack>
        <Title order={2} id="sign-in-requirement">
          Required sign-in
        </Title>
        <ResourceView resource={resource}>
          {({ requirement }) => (
            <Radio.Group
              label="People who use this workspace have to sign in with"
              description="Operator tokens are for programs and are not affected."
              value={change.isPending ? change.variables : requirement}
              onChange={(value) => change.mutate(value as Requirement)}
            >
              <Stack gap="xs" mt="sm">
                {change.error && (
                  <Alert color="red" role="alert">
                    {change.error.message}
                  </Alert>
                )}
                {choices.map((choice) => (
                  <Radio
                    key={choice.value}
                    {...choice}
                    disabled={choice.disabled || !workspace.can('workspace:write')}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
        </ResourceView>
      </Stack>
    </Paper>
  );
};

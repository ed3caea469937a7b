import { Alert, Paper, Radio, Stack, Title } from '@mantine/core';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { SignInRequirement as Answer } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

type Requirement = Answer['requirement'];

/** How operators must sign in to open this workspace. */
export const SignInRequirement = () => {
  const workspace = useWorkspace();
  const path = at(workspace.api, '/sign-in-requirement');
  const resource = useResource(path);
  const { data: methods } = useSignInMethods();
  const provider = methods?.singleSignOn;
  const change = useChange((requirement: Requirement) => api.put(path, { requirement }), {
    changes: [path],
    done: t('operators.requirement.saved'),
    quiet: true,
  });
  const choices = [
    {
      value: 'none',
      label: t('operators.requirement.none'),
      description: t('operators.requirement.noneHint'),
    },
    {
      value: 'second-factor',
      label: t('operators.requirement.secondFactor'),
      description: t('operators.requirement.secondFactorHint'),
    },
    {
      value: 'sso',
      label: provider
        ? t('operators.requirement.ssoNamed', { name: provider.name })
        : t('operators.requirement.sso'),
      description: provider ? t('operators.requirement.ssoHint') : t('operators.requirement.ssoMissing'),
      disabled: !provider,
    },
  ];
  return (
    <Paper p="lg" mt="lg" component="section" aria-labelledby="sign-in-requirement">
      <Stack>
        <Title order={2} id="sign-in-requirement">
          {t('operators.requirement.title')}
        </Title>
        <ResourceView resource={resource}>
          {({ requirement }) => (
            <Radio.Group
              label={t('operators.requirement.label')}
              description={t('operators.requirement.hint')}
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

import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { IconLogin2, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../api/api-error.ts';
import { useResource } from '../api/use-resource.ts';
import { PageHeader } from '../components/page-header.tsx';
import { ResourceView } from '../components/resource-view.tsx';
import { t } from '../messages/translate.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { useSession } from './session-context.ts';
import { leaveForProvider, placeNow } from './single-sign-on.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';
import type { WorkspaceScope } from './use-workspace.ts';

const EnterSecondFactor = () => {
  const { reload } = useSession();
  const security = useResource('/account/security');
  return (
    <ResourceView resource={security}>
      {({ codeAppSince, passkeys }) =>
        codeAppSince || passkeys.length > 0 ? (
          <Stack maw={420}>
            <Text size="sm">{t('session.unmet.enter')}</Text>
            <ConfirmIdentity onlySecondFactor onConfirmed={() => void reload()} />
          </Stack>
        ) : (
          <Stack align="flex-start">
            <Text size="sm">{t('session.unmet.setUpHint')}</Text>
            <Button component={Link} href="/account">
              {t('session.unmet.setUp')}
            </Button>
          </Stack>
        )
      }
    </ResourceView>
  );
};

const SignInWithProvider = () => {
  const methods = useSignInMethods();
  const [failure, setFailure] = useState<string>();
  return (
    <ResourceView resource={methods}>
      {({ singleSignOn }) =>
        singleSignOn ? (
          <Stack align="flex-start">
            {failure && (
              <Alert color="red" role="alert">
                {failure}
              </Alert>
            )}
            <Text size="sm">{t('session.unmet.connectHint', { name: singleSignOn.name })}</Text>
            <Button
              leftSection={<IconLogin2 size={18} aria-hidden />}
              onClick={() =>
                void leaveForProvider('sign-in', { next: placeNow() }).catch((error) =>
                  setFailure(messageOf(error)),
                )
              }
            >
              {t('session.signIn.withProvider', { name: singleSignOn.name })}
            </Button>
            <Button variant="default" component={Link} href="/account">
              {t('shell.page.account')}
            </Button>
          </Stack>
        ) : (
          <Text size="sm">{t('session.unmet.notConfigured')}</Text>
        )
      }
    </ResourceView>
  );
};

/** Shown instead of the pages of a workspace whose sign-in requirement the session does not meet. */
const UnmetRequirement = ({ workspace }: { workspace: WorkspaceScope }) => (
  <>
    <PageHeader
      title={workspace.name}
      description={workspace.unmet === 'sso' ? t('session.unmet.sso') : t('session.unmet.secondFactor')}
    />
    <Paper p="lg">
      <Stack>
        <IconShieldLock size={32} aria-hidden />
        {workspace.unmet === 'sso' ? <SignInWithProvider /> : <EnterSecondFactor />}
      </Stack>
    </Paper>
  </>
);

export default UnmetRequirement;

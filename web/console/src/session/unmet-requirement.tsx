import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { IconLogin2, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../api/api-error.ts';
import { useResource } from '../api/use-resource.ts';
import { PageHeader } from '../components/page-header.tsx';
import { ResourceView } from '../components/resource-view.tsx';
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
            <Text size="sm">Enter your second factor to open it.</Text>
            <ConfirmIdentity onlySecondFactor onConfirmed={() => void reload()} />
          </Stack>
        ) : (
          <Stack align="flex-start">
            <Text size="sm">
              Set up an authenticator app or a passkey for your account. It takes a minute, and then the
              workspace opens.
            </Text>
            <Button component={Link} href="/account">
              Set up a second factor
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
            <Text size="sm">
              If your account is not connected to {singleSignOn.name} yet, connect it under My account first.
            </Text>
            <Button
              leftSection={<IconLogin2 size={18} aria-hidden />}
              onClick={() =>
                void leaveForProvider('sign-in', { next: placeNow() }).catch((error) =>
                  setFailure(messageOf(error)),
                )
              }
            >
              Sign in with {singleSignOn.name}
            </Button>
            <Button variant="default" component={Link} href="/account">
              My account
            </Button>
          </Stack>
        ) : (
          <Text size="sm">
            Single sign-on is no longer set up in this installation. Ask whoever runs it: an operator token
            can change the requirement.
          </Text>
        )
      }
    </ResourceView>
  );
};

/** In place of the pages of a workspace whose requirement the session does not satisfy. */
const UnmetRequirement = ({ workspace }: { workspace: WorkspaceScope }) => (
  <>
    <PageHeader
      title={workspace.name}
      description={
        workspace.unmet === 'sso'
          ? 'This workspace is open only to people who signed in with single sign-on.'
          : 'This workspace is open only to people who signed in with a second factor.'
      }
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

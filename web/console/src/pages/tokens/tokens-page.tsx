import { Stack } from '@mantine/core';
import { address, at } from '../../api/address.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { useSession } from '../../session/session-context.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { TokenTable } from './token-table.tsx';

const TokensPage = () => {
  const workspace = useWorkspace();
  const { session } = useSession();
  return (
    <>
      <PageHeader
        title="Operator tokens"
        description="Scripts use a token to call the management API. A token acts with its role until it ends or is revoked."
      />
      <Stack gap="xl">
        <TokenTable title="Valid in this workspace" path={at(workspace.api, '/tokens')} />
        {session.isInstallationOwner && (
          <TokenTable title="Valid in every workspace" path={address('/tokens')} />
        )}
      </Stack>
    </>
  );
};

export default TokensPage;

import { Stack } from '@mantine/core';
import { address, at } from '../../api/address.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { TokenTable } from './token-table.tsx';

const TokensPage = () => {
  const workspace = useWorkspace();
  const { session } = useSession();
  return (
    <>
      <PageHeader title={t('shell.page.tokens')} description={t('tokens.description')} />
      <Stack gap="xl">
        <TokenTable title={t('tokens.thisWorkspace')} path={at(workspace.api, '/tokens')} />
        {session.isInstallationOwner && (
          <TokenTable title={t('tokens.allWorkspaces')} path={address('/tokens')} />
        )}
      </Stack>
    </>
  );
};

export default TokensPage;

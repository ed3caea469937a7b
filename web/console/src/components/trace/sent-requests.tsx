import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

const SentRequestsDialog = lazy(() => import('./sent-requests-dialog.tsx'));

/** A button that shows what the model was sent in a test chat. Only for operators who may change the agent. */
export const SentRequests = ({ roundId }: { roundId: string }) => {
  const { can } = useAgentScope();
  const [isOpen, dialog] = useDisclosure();
  if (!can('agent:write')) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        my={4}
        leftSection={<IconCode size={13} aria-hidden />}
        onClick={dialog.open}
      >
        {t('trace.requests')}
      </Button>
      <Suspense>{isOpen && <SentRequestsDialog roundId={roundId} onClose={dialog.close} />}</Suspense>
    </>
  );
};

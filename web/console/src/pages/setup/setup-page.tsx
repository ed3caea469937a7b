import { Alert, Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api/api.ts';
import { t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';
import { useStep } from '../../session/use-step.ts';
import { AgentStep } from './agent-step.tsx';
import { ModelStep } from './model-step.tsx';
import { SetupCard } from './setup-card.tsx';
import { TryStep } from './try-step.tsx';
import { WorkspaceStep } from './workspace-step.tsx';

/** The steps of the setup after the account. The service stores the step, so a reload continues there. */
const SetupPage = () => {
  const { session, reload } = useSession();
  const [location, navigate] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const { failure, isBusy, run } = useStep();
  const setup = session.setup!;
  const workspaceHref = `/w/${encodeURIComponent(setup.workspaceId)}`;
  const address = `${workspaceHref}/setup`;
  useEffect(() => {
    if (!isLeaving && location !== address) navigate(address, { replace: true });
  }, [isLeaving, location, address, navigate]);

  const goOn = async (step: 'model' | 'agent' | 'try', agentId?: string): Promise<void> => {
    await api.patch('/account-setup', { step, agentId });
    await reload();
  };
  const leave = async (href: string): Promise<void> => {
    await api.patch('/account-setup', { step: 'done' });
    setIsLeaving(true);
    navigate(href, { replace: true });
    await reload();
  };

  if (isLeaving || location !== address) return null;
  return (
    <SetupCard step={setup.step}>
      {setup.step === 'workspace' && <WorkspaceStep onDone={() => goOn('model')} />}
      {setup.step === 'model' && <ModelStep onDone={() => goOn('agent')} />}
      {setup.step === 'agent' && <AgentStep onDone={(agentId) => goOn('try', agentId)} />}
      {setup.step === 'try' && (
        <TryStep
          agentId={setup.agentId ?? ''}
          onTry={() => leave(`${workspaceHref}/agents/${encodeURIComponent(setup.agentId ?? '')}/try`)}
          onOverview={() => leave(workspaceHref)}
        />
      )}
      {setup.step !== 'try' && (
        <>
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="center"
            disabled={isBusy}
            onClick={() => void run(() => leave(workspaceHref))}
          >
            {t('setup.skip')}
          </Anchor>
        </>
      )}
    </SetupCard>
  );
};

export default SetupPage;

import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft, IconMessages } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { useInboxCounts } from '../../session/inbox-news.ts';
import { AgentScopeContext, agentScope, useWorkspace } from '../../session/use-workspace.ts';
import { ConversationView } from './conversation/conversation-view.tsx';
import { useInboxSession, useMayReply } from './conversation/use-inbox-session.ts';
import classes from './inbox.module.css';
import { type InboxDialog, InboxPageContext } from './inbox-context.ts';
import { SessionList } from './list/session-list.tsx';
import { SidePanel } from './panel/side-panel.tsx';
import { ManageButton } from './team/manage-button.tsx';
import { PresenceSwitch } from './team/presence-switch.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

const OpenSession = ({ sessionId }: { sessionId: string }) => {
  const workspace = useWorkspace();
  const search = useSearch();
  const [, navigate] = useLocation();
  const [, setStep] = useFilter('step');
  const session = useInboxSession(sessionId);
  const agentId = session.data?.agentId ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the workspace scope is made anew by every render
  const agent = useMemo(() => agentScope(workspace, agentId), [workspace.id, agentId]);
  const back = (): void => navigate(`${workspace.href}/inbox${search && `?${search}`}`);
  if (session.error && !session.data)
    return (
      <section className={classes.conversation}>
        <Group p="md">
          <ActionIcon aria-label={t('inbox.back')} onClick={back}>
            <IconArrowLeft size={18} />
          </ActionIcon>
        </Group>
        <ErrorState error={session.error} onRetry={session.refetch} />
      </section>
    );
  return (
    <ResourceView resource={session}>
      {(data) => (
        <AgentScopeContext value={agent}>
          <ConversationView session={data} onBack={back} onPanel={() => setStep('panel')} />
          <aside className={classes.panel} aria-label={t('inbox.details')}>
            <ActionIcon
              className={classes.narrowOnly}
              aria-label={t('inbox.backToConversation')}
              onClick={() => setStep('')}
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            <SidePanel session={data} />
          </aside>
        </AgentScopeContext>
      )}
    </ResourceView>
  );
};

/** Queues on the left, the conversation in the middle, the user on the right. On narrow screens one of them at a time. */
const InboxPage = () => {
  const workspace = useWorkspace();
  const { '*': sessionId } = useParams<{ '*'?: string }>();
  const [step] = useFilter('step');
  const [dialog, setDialog] = useState<InboxDialog>();
  const mayReply = useMayReply();
  const waiting = useInboxCounts(workspace.id)?.waiting ?? 0;
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${t('shell.page.inbox')} · Frontdesk`);
  const openDialog = useCallback(
    (wanted: InboxDialog) => setDialog(sessionId ? wanted : undefined),
    [sessionId],
  );
  useInboxKeys(openDialog);
  const state = useMemo(() => ({ dialog, setDialog }), [dialog]);
  const shownStep = sessionId ? step || 'conversation' : 'list';
  return (
    <InboxPageContext value={state}>
      <div className={classes.root} data-fill data-step={shownStep}>
        {/* Not in the list, which narrow screens hide. */}
        <VisuallyHidden component="h1">{t('shell.page.inbox')}</VisuallyHidden>
        <div className={classes.list}>
          <div className={classes.listTitle}>
            <Group justify="space-between" gap="xs">
              <Text size="xl" fw={650} aria-hidden>
                {t('shell.page.inbox')}
              </Text>
              <Group gap="xs">
                {mayReply && <PresenceSwitch />}
                {workspace.can('inbox:manage') && <ManageButton />}
              </Group>
            </Group>
          </div>
          <SessionList currentId={sessionId} />
        </div>
        {sessionId ? (
          <OpenSession key={sessionId} sessionId={sessionId} />
        ) : (
          <section className={classes.conversation} aria-label={t('common.conversation')}>
            <EmptyState icon={IconMessages} title={t('inbox.none')}>
              {t('inbox.noneHint')}
            </EmptyState>
          </section>
        )}
      </div>
    </InboxPageContext>
  );
};

export default InboxPage;

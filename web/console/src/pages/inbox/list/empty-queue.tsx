import { Anchor } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/empty-state.tsx';
import { SetUpReceiver } from '../../../components/set-up-receiver.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import type { Queue } from '../queues.ts';

type Texts = [title: LabelKey, hint: LabelKey];

const missedTexts: Texts = ['inbox.empty.missed', 'inbox.empty.missedHint'];
const texts: Record<Queue, Texts> = {
  waiting: ['inbox.empty.waiting', 'inbox.empty.waitingHint'],
  mine: ['inbox.empty.mine', 'inbox.empty.mineHint'],
  open: ['inbox.empty.open', 'inbox.empty.waitingHint'],
  left_message: ['inbox.empty.left', 'inbox.empty.leftHint'],
  snoozed: ['inboxTeam.empty.snoozed', 'inboxTeam.empty.snoozedHint'],
  mentions: ['inboxTeam.empty.mentions', 'inboxTeam.empty.mentionsHint'],
  closed: ['inbox.empty.closed', 'inbox.empty.closedHint'],
};

/** Explains an empty queue, and how users get here. */
export const EmptyQueue = ({ queue, isMissed }: { queue: Queue; isMissed: boolean }) => {
  const workspace = useWorkspace();
  const [title, hint] = isMissed ? missedTexts : texts[queue];
  const isAboutSetup = queue === 'waiting' || queue === 'open';
  const canSetUp = isAboutSetup || queue === 'left_message';
  return (
    <EmptyState
      icon={IconInbox}
      title={t(title)}
      action={canSetUp ? <SetUpReceiver>{t('inbox.empty.setUp')}</SetUpReceiver> : undefined}
    >
      {t(hint)}
      {isAboutSetup && (
        <>
          {' '}
          <Anchor component={Link} href={`${workspace.href}/human-sessions`} size="sm">
            {t('inbox.empty.otherSessions')}
          </Anchor>
        </>
      )}
    </EmptyState>
  );
};

import type { ComponentChildren } from 'preact';
import { loadLateMessages } from '../../messages/late-messages.ts';
import { t } from '../../messages/translate.ts';
import { useChatState, usePage } from '../page-context.ts';
import { LeaveMessageForm } from './leave-message-form.tsx';
import { SessionSurvey } from './session-survey.tsx';

/**
 * Shows that a person is requested or has joined, and lets the user return to the agent. When nobody answers, the user
 * can leave a message.
 * @param icon given by the page: an import of the icons would split the script that opens the page.
 */
const PersonBar = ({ icon }: { icon: ComponentChildren }) => {
  const { chat } = usePage();
  const { status } = useChatState().conversation;
  if (status === 'message') return <LeaveMessageForm />;
  return (
    <div class="bar bar-person" role="status">
      {icon}
      <span>{status === 'waiting' ? t('handoff.waiting') : t('handoff.active')}</span>
      <button type="button" class="text-button" onClick={() => void chat.leavePerson()}>
        {t('handoff.leave')}
      </button>
    </div>
  );
};

/** Why the human session ended and the agent answers again. */
const describeHandoffEnd = (reason: string): string => {
  if (reason === 'UNREACHABLE') return t('handoff.unreachable');
  // Nobody replied, so there was no conversation with a person.
  if (reason === 'UNANSWERED') return t('handoff.unanswered');
  return reason === 'LEFT' ? t('handoff.left') : t('handoff.ended');
};

export const loadHandoff = async () => {
  await loadLateMessages();
  return { PersonBar, SessionSurvey, describeHandoffEnd };
};

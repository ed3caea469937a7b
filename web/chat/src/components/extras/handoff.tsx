import type { ComponentChildren } from 'preact';
import { loadLateMessages } from '../../messages/late-messages.ts';
import { t } from '../../messages/translate.ts';
import type { QueuePlace } from '../../service/wire.ts';
import { useChatState, usePage } from '../page-context.ts';
import { EmailForm } from './email-form.tsx';
import { LeaveMessageForm } from './leave-message-form.tsx';
import { PersonActivity } from './person-activity.tsx';
import { SessionSurvey } from './session-survey.tsx';

/** Isolated, so that its text direction does not change the sentence around it. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Position in the queue, and the expected time if it is known. */
const describeQueue = ({ position, wait_minutes: minutes }: QueuePlace): string =>
  [t('handoff.position', { position }), minutes === null ? '' : t('handoff.wait', { minutes })].join(' ');

const describePerson = (isWaiting: boolean, name: string | null | undefined): string => {
  if (!name) return isWaiting ? t('handoff.waiting') : t('handoff.active');
  return t(isWaiting ? 'handoff.taken' : 'handoff.activeName', { name: isolated(name) });
};

/**
 * Shows that a person is requested or has joined, and lets the user return to the agent. When nobody answers, the user
 * can leave a message.
 * @param icon given by the page: an import of the icons would split the script that opens the page.
 */
const PersonBar = ({ icon }: { icon: ComponentChildren }) => {
  const { chat } = usePage();
  const { conversation, live } = useChatState();
  const { status } = conversation;
  if (status === 'message') return <LeaveMessageForm />;
  const queue = live?.type === 'status' && 'queue' in live ? live.queue : undefined;
  const person = live?.type === 'status' && 'person' in live ? live.person : undefined;
  return (
    <div class="bar bar-person" role="status">
      {person?.picture ? <img class="avatar" src={person.picture} alt="" /> : icon}
      <span>
        {describePerson(status === 'waiting', person?.name)}
        {status === 'waiting' && queue && (
          <span class="queue-place" aria-live="off">
            {describeQueue(queue)}
          </span>
        )}
      </span>
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
  return { EmailForm, PersonActivity, PersonBar, SessionSurvey, describeHandoffEnd };
};

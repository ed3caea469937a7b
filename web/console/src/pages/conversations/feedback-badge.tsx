import type { Feedback } from '../../api/derived-types.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { t } from '../../messages/translate.ts';

/** Feedback of the user on a reply; nothing if the user gave none. */
export const FeedbackBadge = ({ feedback }: { feedback: Feedback }) =>
  feedback === 'NONE' ? null : (
    <StatusBadge tone={feedback === 'GOOD' ? 'good' : 'bad'}>
      {t(feedback === 'GOOD' ? 'conversations.feedback.good' : 'conversations.feedback.bad')}
    </StatusBadge>
  );

import type { Feedback } from '../../api/derived-types.ts';
import { StatusBadge } from '../../components/status-badge.tsx';

/** What the user thought of an answer; nothing where they did not say. */
export const FeedbackBadge = ({ feedback, prefix = '' }: { feedback: Feedback; prefix?: string }) =>
  feedback === 'NONE' ? null : (
    <StatusBadge tone={feedback === 'GOOD' ? 'good' : 'bad'}>
      {prefix}
      {feedback.toLowerCase()}
    </StatusBadge>
  );

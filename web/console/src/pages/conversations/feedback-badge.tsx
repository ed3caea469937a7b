import { Stack, Text } from '@mantine/core';
import type { Feedback } from '../../api/derived-types.ts';
import type { QuestionAndAnswer } from '../../api/generated.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';

/** Feedback of the user on a reply; nothing if the user gave none. */
export const FeedbackBadge = ({ feedback }: { feedback: Feedback }) =>
  feedback === 'NONE' ? null : (
    <StatusBadge tone={feedback === 'GOOD' ? 'good' : 'bad'}>
      {t(feedback === 'GOOD' ? 'conversations.feedback.good' : 'conversations.feedback.bad')}
    </StatusBadge>
  );

const reasons: Record<NonNullable<QuestionAndAnswer['feedbackReason']>, LabelKey> = {
  INCORRECT: 'conversations.feedback.reason.INCORRECT',
  INCOMPLETE: 'conversations.feedback.reason.INCOMPLETE',
  OFF_TOPIC: 'conversations.feedback.reason.OFF_TOPIC',
  TOO_LONG: 'conversations.feedback.reason.TOO_LONG',
  OFFENSIVE: 'conversations.feedback.reason.OFFENSIVE',
  OTHER: 'conversations.feedback.reason.OTHER',
};

type FeedbackDetail = Pick<QuestionAndAnswer, 'feedbackReason' | 'feedbackComment'>;

/** Why the user rated the reply as bad; nothing if the user did not say. */
export const FeedbackDetails = ({
  feedbackReason,
  feedbackComment,
  lines,
}: FeedbackDetail & { lines?: number }) =>
  feedbackReason === null && feedbackComment === '' ? null : (
    <Stack gap={0} miw={0}>
      {feedbackReason !== null && (
        <Text size="xs" fw={550}>
          {t(reasons[feedbackReason])}
        </Text>
      )}
      {feedbackComment !== '' && (
        <Text
          size="xs"
          dir="auto"
          lineClamp={lines}
          style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          role="note"
          aria-label={t('conversations.feedback.comment')}
        >
          {feedbackComment}
        </Text>
      )}
    </Stack>
  );

import type { UnansweredQuestion, UnansweredTopic } from '../../api/generated.ts';
import type { Labels } from '../../lib/label-of.ts';

export const statusLabels: Labels<UnansweredTopic['status']> = {
  open: 'unanswered.status.open',
  resolved: 'unanswered.status.resolved',
  dismissed: 'unanswered.status.dismissed',
};

export const reasonLabels: Labels<UnansweredQuestion['reason']> = {
  nothing_found: 'unanswered.reason.nothingFound',
  refusal: 'unanswered.reason.refusal',
  bad_rating: 'unanswered.reason.badRating',
};

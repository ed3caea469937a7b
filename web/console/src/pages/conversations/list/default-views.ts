import type { LabelKey } from '../../../messages/translate.ts';
import type { FilterName } from './use-list-filters.ts';

interface DefaultView {
  label: LabelKey;
  filters: Partial<Record<FilterName, string>>;
}

/** Views that every workspace has. */
export const defaultViews: readonly DefaultView[] = [
  { label: 'conversations.views.ratedBad', filters: { quality: 'UNRESOLVED' } },
  { label: 'conversations.views.badFeedback', filters: { feedback: 'BAD' } },
  { label: 'conversations.views.failed', filters: { failed: 'yes' } },
  { label: 'conversations.views.handedOver', filters: { handedOver: 'yes' } },
  { label: 'conversations.views.missed', filters: { missed: 'yes' } },
];

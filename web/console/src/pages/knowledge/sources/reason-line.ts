import type { SkipReason } from '../../../api/generated.ts';
import { labelOf } from '../../../lib/label-of.ts';
import { skipLabels } from './source-labels.ts';

/** "HTTP status (404)". */
export const reasonLine = ({ code, detail }: SkipReason): string => {
  const label = labelOf(skipLabels, code);
  return detail === '' ? label : `${label} (${detail})`;
};

import { Code } from '@mantine/core';
import { labelOf } from '../../lib/label-of.ts';
import { fieldLabels } from './field-labels.ts';

/** Fields without a label are settings of an agent, shown with their API name: settings.memory.longTerm. */
export const FieldName = ({ field }: { field: string }) =>
  Object.hasOwn(fieldLabels, field) ? labelOf(fieldLabels, field) : <Code>{field}</Code>;

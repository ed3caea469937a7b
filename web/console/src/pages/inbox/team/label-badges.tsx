import { Badge } from '@mantine/core';
import { useLabels } from './use-labels.ts';

/** The labels of a session in the list. */
export const LabelBadges = ({ ids }: { ids: readonly string[] }) => {
  const labels = useLabels().data?.items ?? [];
  return labels
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, color }) => (
      <Badge key={id} size="xs" variant="light" color={color} tt="none">
        {name}
      </Badge>
    ));
};

import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'busy' | 'bad' | 'quiet' | 'notice';

const colours: Record<Tone, string> = {
  good: 'teal',
  busy: 'blue',
  bad: 'red',
  quiet: 'gray',
  notice: 'orange',
};

/** A state as text that is never truncated. The colour adds no information. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge color={colours[tone]} variant="light" radius="sm" tt="none" fw={550} miw="max-content">
    {children}
  </Badge>
);

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

/** A state in a word, never cut short; the colour only repeats it. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge color={colours[tone]} variant="light" radius="sm" tt="none" fw={550} miw="max-content">
    {children}
  </Badge>
);

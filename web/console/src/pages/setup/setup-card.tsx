import { Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LabelKey } from '../../messages/translate.ts';
import { t } from '../../messages/translate.ts';
import { EntryCard } from '../../session/entry-card.tsx';

/** The steps of the setup in their order, with their titles and descriptions. */
const steps = {
  token: { title: 'setup.token.title', description: 'setup.token.description' },
  account: { title: 'setup.account.title', description: 'setup.account.description' },
  workspace: { title: 'setup.workspace.title', description: 'setup.workspace.description' },
  model: { title: 'setup.model.title', description: 'setup.model.description' },
  agent: { title: 'setup.agent.title', description: 'setup.agent.description' },
  try: { title: 'setup.try.title', description: 'setup.try.description' },
} as const satisfies Record<string, { title: LabelKey; description: LabelKey }>;

const names = Object.keys(steps);

interface SetupCardProps {
  step: keyof typeof steps;
  children: ReactNode;
}

/** Frame of a step: its number, title and description. */
export const SetupCard = ({ step, children }: SetupCardProps) => {
  const number = names.indexOf(step) + 1;
  const { title, description } = steps[step];
  return (
    <EntryCard title={t(title)} description={t(description)} maxWidth={560}>
      <Stack gap={6}>
        <Text size="sm" c="dimmed" ta="center">
          {t('setup.step', { number, total: names.length })}
        </Text>
        <Progress value={(number / names.length) * 100} aria-label={t('setup.progress')} />
      </Stack>
      {children}
    </EntryCard>
  );
};

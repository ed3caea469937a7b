import { Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { CorrectionMatches } from '../../api/generated.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatScore } from '../../lib/format-score.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { useMatches } from './use-matches.ts';

const resultOf = ({ items, mode, threshold }: CorrectionMatches): string => {
  if (mode === 'off') return t('corrections.test.off');
  if (items.length === 0) return t('corrections.test.none');
  if (items.some(({ applied }) => applied))
    return t(mode === 'answer' ? 'corrections.test.answered' : 'corrections.test.passage');
  return t('corrections.test.below', { threshold: formatScore(threshold, 2) });
};

const Match = ({ match }: { match: CorrectionMatches['items'][number] }) => (
  <li>
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text size="sm" fw={600} miw={40}>
        {formatScore(match.score, 2)}
      </Text>
      <div style={{ minWidth: 0 }}>
        <Group gap={6}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {match.correction.question}
          </Text>
          {match.applied && <StatusBadge tone="good">{t('corrections.test.applied')}</StatusBadge>}
          {!match.correction.enabled && <StatusBadge tone="quiet">{t('corrections.isOff')}</StatusBadge>}
        </Group>
        <Text size="xs" c="dimmed">
          {t(match.comparedBy === 'meaning' ? 'corrections.byMeaning' : 'corrections.byWords')}
        </Text>
      </div>
    </Group>
  </li>
);

/** Which correction a question would get, with the similarity of the best ones. */
export const MatchTest = () => {
  const [question, setQuestion] = useState('');
  const matches = useMatches(useAgentScope(), question);
  return (
    <Paper p="md" component="section" aria-label={t('corrections.test')}>
      <Stack gap="sm">
        <Title order={2}>{t('corrections.test')}</Title>
        <TextInput
          type="search"
          label={t('corrections.test.question')}
          description={t('corrections.test.hint')}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          maxLength={1000}
        />
        {matches.error && <ErrorState error={matches.error} onRetry={matches.refetch} />}
        <div role="status">
          {matches.data && (
            <Stack gap="sm">
              <Text size="sm" fw={550}>
                {resultOf(matches.data)}
              </Text>
              <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
                {matches.data.items.map((match) => (
                  <Match key={match.correction.id} match={match} />
                ))}
              </Stack>
            </Stack>
          )}
        </div>
      </Stack>
    </Paper>
  );
};

import { Button, Card, Collapse, Group, Stack, Text, Title } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import type { TestedRound, TestOutcome, TestResults } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { TraceView } from '../../components/trace/trace-view.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { labelOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { expectationLabels, outcomeLabels, problemLabels } from './evaluation-labels.ts';

const tones: Record<TestOutcome['status'], Tone> = { passed: 'good', failed: 'bad', error: 'notice' };

const Round = ({ round }: { round: TestedRound }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {round.question}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {round.answer}
      </Text>
      {round.isHandedOver && <StatusBadge tone="notice">{t('evaluation.run.handedOver')}</StatusBadge>}
      {round.error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {round.error}
        </Text>
      )}
      <div>
        <Button
          size="compact-xs"
          variant={isOpen ? 'light' : 'subtle'}
          color="gray"
          aria-expanded={isOpen}
          leftSection={<IconRoute size={13} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('evaluation.run.trace')}
        </Button>
      </div>
      <Collapse expanded={isOpen}>
        <TraceView steps={round.trace} />
      </Collapse>
    </Stack>
  );
};

const Outcomes = ({ found, outcomes }: { found: TestResults; outcomes: readonly TestOutcome[] }) => (
  <Stack gap="xs">
    {outcomes.map((outcome, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: outcomes are in the order of the expectations
      <Stack key={index} gap={2}>
        <Group gap="xs">
          <StatusBadge tone={tones[outcome.status]}>{labelOf(outcomeLabels, outcome.code)}</StatusBadge>
          <Text size="sm">{labelOf(expectationLabels, found.expectations[index]?.type ?? '')}</Text>
          {outcome.score !== null && (
            <Text size="sm" c="dimmed">
              {t('evaluation.outcome.score', { score: formatNumber(outcome.score) })}
            </Text>
          )}
        </Group>
        {outcome.detail !== '' && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {outcome.detail}
          </Text>
        )}
      </Stack>
    ))}
  </Stack>
);

/** Every attempt of a case: what was said, what was decided, and the trace. */
export const CaseResults = ({
  setId,
  testRunId,
  number,
}: {
  setId: string;
  testRunId: string;
  number: number;
}) => {
  const agent = useAgentScope();
  const results = useResource(
    at(agent.api, '/test-sets/{setId}/runs/{testRunId}/cases/{number}', {
      setId,
      testRunId,
      number: String(number),
    }),
  );
  return (
    <ResourceView resource={results}>
      {(found) => (
        <Stack>
          {found.results.map((result) => (
            <Card key={result.repeat} withBorder>
              <Stack>
                {found.results.length > 1 && (
                  <Title order={3} size="h5">
                    {t('evaluation.run.attempt', { number: result.repeat })}
                  </Title>
                )}
                {result.error && (
                  <Text c="var(--mantine-color-error)" size="sm">
                    {labelOf(problemLabels, result.error.code)} {result.error.detail}
                  </Text>
                )}
                <Outcomes found={found} outcomes={result.outcomes} />
                {result.rounds.map((round, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: messages of a stored script
                  <Round key={index} round={round} />
                ))}
              </Stack>
            </Card>
          ))}
        </Stack>
      )}
    </ResourceView>
  );
};

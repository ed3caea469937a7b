import { Alert, Button, Stack, Text } from '@mantine/core';
import type { Correction } from '../../api/generated.ts';
import { formatScore } from '../../lib/format-score.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { useMatches } from './use-matches.ts';

/** Below the default threshold, so that similar ones are shown before they conflict. */
const nearDuplicateScore = 0.8;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

interface SimilarCorrectionsProps {
  question: string;
  answer: string;
  /** The one that is being changed. */
  ownId: string | undefined;
  /** Changes this one instead. */
  onChoose(correction: Correction): void;
}

/** Warns of corrections for almost the same question, before another one is saved. */
export const SimilarCorrections = ({ question, answer, ownId, onChoose }: SimilarCorrectionsProps) => {
  const { data } = useMatches(useAgentScope(), question);
  const similar = (data?.items ?? []).filter(
    ({ score, correction }) => score >= nearDuplicateScore && correction.id !== ownId,
  );
  if (similar.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {t('corrections.similar', { count: similar.length })}
        </Text>
        {similar.slice(0, 3).map(({ correction, score }) => (
          <div key={correction.id}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {correction.question}
            </Text>
            <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {correction.answer}
            </Text>
            <Text size="xs" mb={4}>
              {[
                t('corrections.similarity', { score: formatScore(score, 2) }),
                plain(correction.answer) !== plain(answer) && t('corrections.otherAnswer'),
                !correction.enabled && t('corrections.isOff'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => onChoose(correction)}>
              {t('corrections.changeThat')}
            </Button>
          </div>
        ))}
      </Stack>
    </Alert>
  );
};

import { Group, Spoiler, Text } from '@mantine/core';
import type { Citation } from '../../api/generated.ts';
import { formatScore } from '../../lib/format-score.ts';
import { labelOf } from '../../lib/label-of.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { detailLabels } from './detail-labels.ts';
import type { ShownStep } from './shown-step.ts';
import classes from './trace-view.module.css';

type Tokens = NonNullable<ShownStep['tokens']>;

interface ScoredChunk {
  chunkId?: string;
  documentName?: string;
  score?: number;
  semanticScore?: number;
  keywordScore?: number;
  rerankScore?: number | null;
}

const scores: { name: keyof ScoredChunk; label: LabelKey }[] = [
  { name: 'score', label: 'trace.score' },
  { name: 'semanticScore', label: 'trace.semantic' },
  { name: 'keywordScore', label: 'trace.keyword' },
  { name: 'rerankScore', label: 'trace.reranked' },
];

/** Exactly four lines of the smallest text (12 px at 1.4), so that no line is cut in half. */
const fourLinesPx = 67;

const Labelled = ({ label, text }: { label: string; text: string }) => (
  <>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
    <pre className={classes.code} tabIndex={0}>
      {text}
    </pre>
  </>
);

const Chunk = ({ chunk, content }: { chunk: ScoredChunk; content: string | undefined }) => (
  <div className={classes.chunk}>
    <Text size="sm" fw={550}>
      {chunk.documentName ?? chunk.chunkId}
    </Text>
    <Group gap="sm">
      {scores.map(({ name, label }) =>
        typeof chunk[name] === 'number' ? (
          <Text key={name} size="xs" c="dimmed">
            {t(label)} {formatScore(chunk[name] as number)}
          </Text>
        ) : null,
      )}
    </Group>
    {content && (
      <Spoiler maxHeight={fourLinesPx} showLabel={t('trace.more')} hideLabel={t('trace.less')} fz="xs" mt={4}>
        <Text size="xs" style={{ whiteSpace: 'pre-wrap' }}>
          {content}
        </Text>
      </Spoiler>
    )}
  </div>
);

const pretty = (value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
};

const describeTokens = ({
  promptTokens: input,
  completionTokens: output,
  reasoningTokens: reasoning,
  estimated,
}: Tokens): string => {
  const text =
    reasoning > 0
      ? t('trace.tokensReasoning', { input, output, reasoning })
      : t('trace.tokens', { input, output });
  return estimated ? t('trace.estimated', { text }) : text;
};

/** Tokens and recorded details, then the chunks with their scores. */
export const StepDetail = ({ step, citations }: { step: ShownStep; citations: readonly Citation[] }) => {
  const { chunks, ...rest } = step.detail;
  const found = Array.isArray(chunks) ? (chunks as ScoredChunk[]) : undefined;
  const contentOf = (id: string | undefined): string | undefined =>
    citations.find(({ chunkId }) => chunkId === id)?.content;
  const isEmpty = found === undefined && Object.keys(rest).length === 0 && step.tokens === null;
  return (
    <div className={classes.detail}>
      {step.tokens && (
        <Text size="xs" c="dimmed" mb={4}>
          {describeTokens(step.tokens)}
        </Text>
      )}
      {Object.entries(rest).map(([name, value]) => (
        <Labelled key={name} label={labelOf(detailLabels, name)} text={pretty(value)} />
      ))}
      {found?.map((chunk, index) => (
        <Chunk key={chunk.chunkId ?? index} chunk={chunk} content={contentOf(chunk.chunkId)} />
      ))}
      {found?.length === 0 && <Text size="sm">{t('trace.noChunks')}</Text>}
      {isEmpty && (
        <Text size="xs" c="dimmed">
          {t('trace.noDetail')}
        </Text>
      )}
    </div>
  );
};

import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { DocumentProgress, DocumentStatus } from '../../../api/derived-types.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { StatusBadge, type Tone } from '../../../components/status-badge.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

const tones: Record<DocumentStatus, Tone> = {
  PENDING: 'quiet',
  PROCESSING: 'busy',
  ACTIVE: 'good',
  FAILED: 'bad',
};

export const stateLabels: Record<DocumentStatus, LabelKey> = {
  ACTIVE: 'knowledge.state.active',
  PENDING: 'knowledge.state.queued',
  PROCESSING: 'knowledge.state.processing',
  FAILED: 'knowledge.state.failed',
};

const stageLabels: Record<DocumentProgress['stage'], LabelKey> = {
  queued: 'knowledge.state.queued',
  parsing: 'knowledge.state.parsing',
  embedding: 'knowledge.state.embedding',
};

const StageProgress = ({ name, progress }: { name: string; progress: DocumentProgress }) => {
  if (progress.stage === 'queued') return null;
  const { done, total } = progress;
  return (
    <Group gap="xs" wrap="nowrap" miw={140}>
      <Progress
        value={total === 0 ? 100 : (done / total) * 100}
        animated={total === 0}
        size="sm"
        style={{ flex: 1 }}
        aria-label={t('knowledge.state.progressOf', { state: t(stageLabels[progress.stage]), name })}
      />
      {total > 0 && (
        <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {formatNumber(done)}/{formatNumber(total)}
        </Text>
      )}
    </Group>
  );
};

/** Processes the stored file again. */
export const RetryDocument = ({ document }: { document: KnowledgeDocument }) => {
  const agent = useAgentScope();
  const retry = useChange(
    () => api.post(at(agent.api, '/documents/{documentId}/retry', { documentId: document.id })),
    {
      changes: [at(agent.api, '/documents')],
    },
  );
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconRefresh size={13} aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate(undefined)}
      aria-label={t('knowledge.retryNamed', { name: document.name })}
    >
      {t('knowledge.retry')}
    </Button>
  );
};

/** The state of a document, with its progress or the reason why it failed. */
export const DocumentState = ({ document }: { document: KnowledgeDocument }) => {
  const { can } = useAgentScope();
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        <StatusBadge tone={tones[document.status]}>
          {t(document.progress ? stageLabels[document.progress.stage] : stateLabels[document.status])}
        </StatusBadge>
        {document.status === 'FAILED' && can('knowledge:write') && <RetryDocument document={document} />}
      </Group>
      {document.progress && <StageProgress name={document.name} progress={document.progress} />}
      {document.failReason && (
        <Text
          size="xs"
          c="var(--mantine-color-error)"
          maw={320}
          style={{ overflowWrap: 'anywhere' }}
          lang="en"
        >
          {document.failReason}
        </Text>
      )}
      {document.status !== 'ACTIVE' && document.isServing && (
        <Text size="xs" c="dimmed">
          {t('knowledge.state.previousVersion')}
        </Text>
      )}
      {document.warnings.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={2} maw={320} lang="en">
          {document.warnings.join(' ')}
        </Text>
      )}
    </Stack>
  );
};

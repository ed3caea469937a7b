import { Alert, Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Textarea } from '@mantine/core';
import { IconColumnInsertRight, IconInfoCircle, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Agent } from '../../api/generated.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { useComparison } from './use-comparison.ts';
import { letterOf, mostQuestions, mostVariants, newVariant, questionsOf } from './variant.ts';
import { VariantColumn } from './variant-column.tsx';

const Comparison = ({ agent }: { agent: Agent }) => {
  const { can } = useAgentScope();
  const [variants, setVariants] = useState(() => [newVariant(), newVariant()]);
  const [text, setText] = useState('');
  const [usesCorrections, setUsesCorrections] = useState(false);
  const { results, isRunning, start, stop } = useComparison();
  const questions = questionsOf(text);
  const isTooMany = questions.length > mostQuestions;
  const isReady = can('agent:write') && questions.length > 0 && !isTooMany && !isRunning;
  const run = (event?: FormEvent): void => {
    event?.preventDefault();
    if (isReady) void start({ questions, variants, usesCorrections });
  };
  const runByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
  };
  return (
    <Stack gap="lg">
      {agent.kind === 'flow' && (
        <Alert icon={<IconInfoCircle aria-hidden />} title={t('sideBySide.flow.title')}>
          {t('sideBySide.flow')}
        </Alert>
      )}
      <Paper p="md" component="form" onSubmit={run}>
        <Stack gap="sm">
          <Textarea
            label={t('sideBySide.questions')}
            description={t('sideBySide.questionsHint', { limit: mostQuestions })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={runByKey}
            error={isTooMany && t('sideBySide.tooMany', { count: questions.length, limit: mostQuestions })}
            autosize
            minRows={2}
            maxRows={10}
          />
          <Group justify="space-between" gap="sm">
            <Switch
              label={t('sideBySide.corrections')}
              checked={usesCorrections}
              onChange={(event) => setUsesCorrections(event.currentTarget.checked)}
            />
            <Group gap="xs">
              <Text size="xs" c="dimmed">
                {t('sideBySide.rounds', { count: questions.length * variants.length })}
              </Text>
              {isRunning ? (
                <Button
                  variant="default"
                  leftSection={<IconPlayerStop size={16} aria-hidden />}
                  onClick={stop}
                >
                  {t('sideBySide.stop')}
                </Button>
              ) : (
                <Button
                  type="submit"
                  disabled={!isReady}
                  leftSection={<IconPlayerPlay size={16} aria-hidden />}
                  aria-keyshortcuts="Control+Enter"
                >
                  {t('sideBySide.ask')}
                </Button>
              )}
            </Group>
          </Group>
        </Stack>
      </Paper>
      <SimpleGrid cols={{ base: 1, md: variants.length }} spacing="lg" style={{ alignItems: 'start' }}>
        {variants.map((variant, index) => (
          <VariantColumn
            key={variant.key}
            agent={agent}
            index={index}
            variant={variant}
            trials={results[variant.key] ?? []}
            onChange={(changed) =>
              setVariants(variants.map((one) => (one.key === variant.key ? changed : one)))
            }
            onRemove={
              variants.length > 2 && !isRunning
                ? () => setVariants(variants.filter((one) => one.key !== variant.key))
                : undefined
            }
          />
        ))}
      </SimpleGrid>
      {variants.length < mostVariants && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconColumnInsertRight size={16} aria-hidden />}
          disabled={isRunning}
          onClick={() => setVariants([...variants, newVariant()])}
        >
          {t('sideBySide.add', { letter: letterOf(variants.length) })}
        </Button>
      )}
    </Stack>
  );
};

/** Two or three prompts, models or versions on the same questions. */
const SideBySidePage = () => {
  const agent = useAgent();
  return (
    <>
      <PageHeader title={t('sideBySide.title')} description={t('sideBySide.description')} />
      <ResourceView resource={agent} bars={5}>
        {(data) => <Comparison key={data.id} agent={data} />}
      </ResourceView>
    </>
  );
};

export default SideBySidePage;

import { Alert, Button, FileButton, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFileImport, IconPlus, IconSitemap } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { t } from '../../messages/translate.ts';
import { exampleFlows } from './example-flows.ts';
import classes from './flow.module.css';

interface ExampleCardsProps {
  isBusy: boolean;
  onChoose(file: unknown): void;
}

export const ExampleCards = ({ isBusy, onChoose }: ExampleCardsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
    {exampleFlows.map(({ file, name, about }) => (
      <UnstyledButton key={name} className={classes.example} disabled={isBusy} onClick={() => onChoose(file)}>
        <Text size="sm" fw={600}>
          {t(name)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(about)}
        </Text>
        <Text size="xs" mt={6}>
          {t('flow.componentCount', { count: file.graph.nodes.length })}
        </Text>
      </UnstyledButton>
    ))}
  </SimpleGrid>
);

interface FlowStartProps {
  isReadOnly: boolean;
  isBusy: boolean;
  failure: ReactNode;
  onEmpty(): void;
  onImport(file: unknown): void;
  onFile(file: File | null): void;
}

/** For an agent without a flow: explains flows and offers the ways to start. */
export const FlowStart = ({ isReadOnly, isBusy, failure, onEmpty, onImport, onFile }: FlowStartProps) => (
  <Stack maw={860} mx="auto" gap="md">
    <EmptyState icon={IconSitemap} title={t('flow.start.title')}>
      {t('flow.start.text')} {isReadOnly && t('flow.start.readOnly')}
    </EmptyState>
    {failure && (
      <Alert color="red" role="alert">
        {failure}
      </Alert>
    )}
    {!isReadOnly && (
      <>
        <ExampleCards isBusy={isBusy} onChoose={onImport} />
        <Group justify="center" gap="xs">
          <Button onClick={onEmpty} leftSection={<IconPlus size={15} aria-hidden />} disabled={isBusy}>
            {t('flow.start.empty')}
          </Button>
          <FileButton accept="application/json,.json" onChange={onFile}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileImport size={15} aria-hidden />}
                disabled={isBusy}
              >
                {t('flow.importFile')}
              </Button>
            )}
          </FileButton>
        </Group>
      </>
    )}
  </Stack>
);

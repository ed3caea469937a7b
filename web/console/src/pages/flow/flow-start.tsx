import { Alert, Button, FileButton, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFileImport, IconPlus, IconSitemap } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { exampleFlows } from './example-flows.ts';
import classes from './flow.module.css';

interface ExampleCardsProps {
  isBusy: boolean;
  onChoose(file: unknown): void;
}

export const ExampleCards = ({ isBusy, onChoose }: ExampleCardsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
    {exampleFlows.map(({ file, about }) => (
      <UnstyledButton
        key={file.name}
        className={classes.example}
        disabled={isBusy}
        onClick={() => onChoose(file)}
      >
        <Text size="sm" fw={600}>
          {file.name}
        </Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        <Text size="xs" mt={6}>
          {file.graph.nodes.length} components
        </Text>
      </UnstyledButton>
    ))}
  </SimpleGrid>
);

interface FlowStartProps {
  isReadOnly: boolean;
  isBusy: boolean;
  failure: ReactNode;
  onBlank(): void;
  onImport(file: unknown): void;
  onFile(file: File | null): void;
}

/** Before there is a flow: what one is, and the ways to begin. */
export const FlowStart = ({ isReadOnly, isBusy, failure, onBlank, onImport, onFile }: FlowStartProps) => (
  <Stack maw={860} mx="auto" gap="md">
    <EmptyState icon={IconSitemap} title="Draw how the agent answers">
      A flow is made of components: one looks something up, one lets a model write, one says the answer.
      Connections tell what comes next, branches what depends on the question. You run the draft here; calls
      use what you publish. {isReadOnly && 'There is none yet. An editor of this workspace can draw one.'}
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
          <Button onClick={onBlank} leftSection={<IconPlus size={15} aria-hidden />} disabled={isBusy}>
            Start with an empty flow
          </Button>
          <FileButton accept="application/json,.json" onChange={onFile}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileImport size={15} aria-hidden />}
                disabled={isBusy}
              >
                Import a file
              </Button>
            )}
          </FileButton>
        </Group>
      </>
    )}
  </Stack>
);

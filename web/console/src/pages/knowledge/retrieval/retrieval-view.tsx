import { Anchor, Button, Group, MultiSelect, Paper, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft, IconListSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { useAgent } from '../../../session/use-agent.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useBases } from '../bases/use-bases.ts';
import { OptionPanel } from './option-panel.tsx';
import classes from './retrieval.module.css';
import { optionsOfAgent, type RetrievalOptions } from './retrieval-options.ts';
import { RetrievalResults } from './retrieval-results.tsx';
import { useRetrieval } from './use-retrieval.ts';

/** A slider on its way asks once, when it rests. */
const restMs = 200;

interface Asked {
  query: string;
  knowledgeBaseIds: string[];
}

const QuestionForm = ({ onAsk }: { onAsk(asked: Asked): void }) => {
  const bases = useBases();
  const [query, setQuery] = useState('');
  const [knowledgeBaseIds, setBaseIds] = useState<string[]>([]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk({ query, knowledgeBaseIds });
  };
  return (
    <Paper p="md" mb="lg" component="form" onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Question"
          placeholder="When do you open?"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          maxLength={20_000}
          style={{ flex: '3 1 260px' }}
          data-autofocus
        />
        <MultiSelect
          label="Only in"
          placeholder={knowledgeBaseIds.length === 0 ? 'as the agent searches' : undefined}
          data={bases.map(({ id, name }) => ({ value: id, label: name }))}
          value={knowledgeBaseIds}
          onChange={(ids) => {
            setBaseIds(ids);
            onAsk({ query, knowledgeBaseIds: ids });
          }}
          style={{ flex: '2 1 220px' }}
          clearable
        />
        <Button type="submit" disabled={query.trim() === ''}>
          Search
        </Button>
      </Group>
    </Paper>
  );
};

interface ComparedProps {
  asked: Asked;
  one: RetrievalOptions;
  /** undefined: nothing is compared. */
  two: RetrievalOptions | undefined;
}

const Compared = ({ asked, one, two }: ComparedProps) => {
  const first = useRetrieval({ ...asked, options: one });
  const second = useRetrieval({ ...asked, options: two ?? one });
  if (!two) return <RetrievalResults name={undefined} query={asked.query} result={first} other={undefined} />;
  return (
    <div className={classes.pair}>
      <RetrievalResults
        name="A"
        query={asked.query}
        result={first}
        other={{ name: 'B', result: second.data }}
      />
      <RetrievalResults
        name="B"
        query={asked.query}
        result={second}
        other={{ name: 'A', result: first.data }}
      />
    </div>
  );
};

const NothingAsked = () => (
  <EmptyState icon={IconListSearch} title="Ask something">
    Type a question as a user would. You see the passages the agent would be given, each with its scores; move
    the sliders to see what they change. Nothing is saved: the settings that work best go into the agent's
    settings.
  </EmptyState>
);

const Bench = ({ start }: { start: RetrievalOptions }) => {
  const [asked, setAsked] = useState<Asked>({ query: '', knowledgeBaseIds: [] });
  const [one, setOne] = useState(start);
  const [two, setTwo] = useState<RetrievalOptions>();
  const [restingOne] = useDebouncedValue(one, restMs);
  const [restingTwo] = useDebouncedValue(two, restMs);
  const compareSwitch = (
    <Switch
      label="Compare two settings"
      checked={two !== undefined}
      onChange={(event) => setTwo(event.currentTarget.checked ? one : undefined)}
    />
  );
  const results =
    asked.query.trim() === '' ? (
      <NothingAsked />
    ) : (
      <Compared asked={asked} one={restingOne} two={two && (restingTwo ?? two)} />
    );
  return (
    <>
      <QuestionForm onAsk={setAsked} />
      {two ? (
        <Stack gap="lg">
          {compareSwitch}
          <div className={classes.pair}>
            <OptionPanel name="A" value={one} onChange={setOne} />
            <OptionPanel name="B" value={two} onChange={setTwo} />
          </div>
          {results}
        </Stack>
      ) : (
        <div className={classes.bench}>
          <Stack gap="md" className={classes.side}>
            {compareSwitch}
            <OptionPanel name={undefined} value={one} onChange={setOne} />
          </Stack>
          {results}
        </div>
      )}
    </>
  );
};

/** What a question finds, and why. */
export const RetrievalView = () => {
  const scope = useAgentScope();
  const agent = useAgent();
  return (
    <>
      <Group mb="xs">
        <Anchor component={Link} href={`${scope.href}/knowledge`} size="sm" underline="hover">
          <IconArrowLeft size={14} style={{ verticalAlign: -2 }} aria-hidden /> Knowledge
        </Anchor>
      </Group>
      <PageHeader
        title="Test retrieval"
        description="What a question finds in the documents, before any model answers. It starts from the agent's own settings."
      />
      <ResourceView resource={agent}>
        {({ settings }) => <Bench start={optionsOfAgent(settings)} />}
      </ResourceView>
    </>
  );
};

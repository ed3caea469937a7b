import { Anchor, Autocomplete, Button, Group, MultiSelect, Paper, Stack, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft, IconListSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgent } from '../../../session/use-agent.ts';
import { useKnowledgeBases } from '../../../session/use-knowledge-bases.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { OptionPanel } from './option-panel.tsx';
import { queryHistory } from './query-history.ts';
import classes from './retrieval.module.css';
import { optionsOfAgent, type RetrievalOptions } from './retrieval-options.ts';
import { RetrievalResults } from './retrieval-results.tsx';
import { useRetrieval } from './use-retrieval.ts';

/** A slider that is being moved starts one search, when it stops. */
const pauseMs = 200;

interface Asked {
  query: string;
  knowledgeBaseIds: string[];
}

const QuestionForm = ({ onAsk }: { onAsk(asked: Asked): void }) => {
  const bases = useKnowledgeBases();
  const [query, setQuery] = useState('');
  const [knowledgeBaseIds, setBaseIds] = useState<string[]>([]);
  const agent = useAgentScope();
  const [history, setHistory] = useState(() => queryHistory.read(agent.id));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setHistory(queryHistory.add(agent.id, query));
    onAsk({ query, knowledgeBaseIds });
  };
  return (
    <Paper p="md" mb="lg" component="form" onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <Autocomplete
          label={t('knowledge.retrieval.question')}
          placeholder={t('knowledge.retrieval.questionExample')}
          value={query}
          onChange={setQuery}
          data={history}
          maxLength={20_000}
          style={{ flex: '3 1 260px' }}
          data-autofocus
        />
        <MultiSelect
          label={t('knowledge.bases.title')}
          placeholder={knowledgeBaseIds.length === 0 ? t('knowledge.retrieval.basesOfAgent') : undefined}
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
          {t('knowledge.retrieval.search')}
        </Button>
      </Group>
      {history.length > 0 && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          mt={6}
          onClick={() => {
            queryHistory.clear(agent.id);
            setHistory([]);
          }}
        >
          {t('knowledge.retrieval.clearHistory')}
        </Anchor>
      )}
    </Paper>
  );
};

interface ComparedProps {
  asked: Asked;
  one: RetrievalOptions;
  /** undefined if nothing is compared. */
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

const NoQuestion = () => (
  <EmptyState icon={IconListSearch} title={t('knowledge.retrieval.empty.title')}>
    {t('knowledge.retrieval.empty.text')}
  </EmptyState>
);

const RetrievalTest = ({ start }: { start: RetrievalOptions }) => {
  const [asked, setAsked] = useState<Asked>({ query: '', knowledgeBaseIds: [] });
  const [one, setOne] = useState(start);
  const [two, setTwo] = useState<RetrievalOptions>();
  const [searchedOne] = useDebouncedValue(one, pauseMs);
  const [searchedTwo] = useDebouncedValue(two, pauseMs);
  const compareSwitch = (
    <Switch
      label={t('knowledge.retrieval.compare')}
      checked={two !== undefined}
      onChange={(event) => setTwo(event.currentTarget.checked ? one : undefined)}
    />
  );
  const results =
    asked.query.trim() === '' ? (
      <NoQuestion />
    ) : (
      <Compared asked={asked} one={searchedOne} two={two && (searchedTwo ?? two)} />
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
        <div className={classes.single}>
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

/** Shows which chunks a question finds, with their scores. */
export const RetrievalView = () => {
  const scope = useAgentScope();
  const agent = useAgent();
  return (
    <>
      <Group mb="xs">
        <Anchor component={Link} href={`${scope.href}/knowledge`} size="sm" underline="hover">
          <IconArrowLeft size={14} style={{ verticalAlign: -2 }} aria-hidden /> {t('knowledge.title')}
        </Anchor>
      </Group>
      <PageHeader title={t('knowledge.testRetrieval')} description={t('knowledge.retrieval.description')} />
      <ResourceView resource={agent}>
        {({ settings }) => <RetrievalTest start={optionsOfAgent(settings)} />}
      </ResourceView>
    </>
  );
};

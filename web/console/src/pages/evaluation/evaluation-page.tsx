import { useParams } from 'wouter';
import { RunView } from './run-view.tsx';
import { SetView } from './set-view.tsx';
import { SetsView } from './sets-view.tsx';

/** Below `/test-sets` of the agent: the list, `/{id}` one set, `/{id}/runs/{id}` one run. */
const EvaluationPage = () => {
  const [setId, view, runId] = (useParams()['*'] ?? '').split('/');
  if (setId && view === 'runs' && runId) return <RunView key={runId} setId={setId} testRunId={runId} />;
  if (setId) return <SetView key={setId} setId={setId} />;
  return <SetsView />;
};

export default EvaluationPage;

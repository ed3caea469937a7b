import { useParams } from 'wouter';
import { useAgentScope } from '../../session/use-workspace.ts';
import { DocumentView } from './document/document-view.tsx';
import { DocumentsView } from './documents/documents-view.tsx';
import { RetrievalView } from './retrieval/retrieval-view.tsx';
import { SourceView } from './sources/source-view.tsx';
import { SourcesView } from './sources/sources-view.tsx';
import { useUploads } from './upload/use-uploads.ts';
import { useLiveDocuments } from './use-live-documents.ts';

/**
 * Below `/knowledge` of the agent: the documents, `/documents/{id}` one document, `/sources` the sources,
 * `/sources/{id}` one source, `/test` the retrieval test.
 */
const KnowledgePage = () => {
  const [view, id] = (useParams()['*'] ?? '').split('/');
  const { can } = useAgentScope();
  // Kept here, so that uploads continue while another view is open.
  const uploads = useUploads();
  useLiveDocuments();
  if (view === 'documents' && id) return <DocumentView key={id} documentId={id} />;
  if (view === 'sources') return id ? <SourceView key={id} sourceId={id} /> : <SourcesView />;
  // The test starts with the retrieval settings of the agent.
  if (view === 'test' && can('agent:read')) return <RetrievalView />;
  return <DocumentsView uploads={uploads} />;
};

export default KnowledgePage;

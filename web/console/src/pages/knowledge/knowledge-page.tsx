import { useParams } from 'wouter';
import { DocumentView } from './document/document-view.tsx';
import { DocumentsView } from './documents/documents-view.tsx';
import { RetrievalView } from './retrieval/retrieval-view.tsx';
import { useUploads } from './upload/use-uploads.ts';
import { useLiveDocuments } from './use-live-documents.ts';

/** Below the agent's /knowledge: the documents, /documents/ID one of them, /test what a question finds. */
const KnowledgePage = () => {
  const [view, id] = (useParams()['*'] ?? '').split('/');
  // Here and not in the list: files go on being sent while somebody reads a document.
  const uploads = useUploads();
  useLiveDocuments();
  if (view === 'documents' && id) return <DocumentView key={id} documentId={id} />;
  if (view === 'test') return <RetrievalView />;
  return <DocumentsView uploads={uploads} />;
};

export default KnowledgePage;

import { messageOf } from '../../api/api-error.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { DocumentUse } from './document-use.tsx';
import { ToolUse } from './tool-use.tsx';
import { useDetails } from './use-details.ts';
import type { ReportQuery } from './use-report-query.ts';

/** Use of documents and tools. If both cannot be loaded for the same reason, it is shown once. */
export const DetailSections = ({ query }: { query: ReportQuery }) => {
  const { documents, tools } = useDetails(query);
  const haveFailed = documents.isLoadingError && tools.isLoadingError;
  if (haveFailed && messageOf(documents.error) === messageOf(tools.error))
    return (
      <ErrorState
        error={documents.error}
        onRetry={() => Promise.all([documents.refetch(), tools.refetch()])}
      />
    );
  return (
    <>
      <DocumentUse documents={documents} />
      <ToolUse tools={tools} />
    </>
  );
};

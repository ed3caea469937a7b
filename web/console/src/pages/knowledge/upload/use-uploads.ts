import { useEffect, useMemo, useState } from 'react';
import type { Query } from '../../../api/path.ts';
import { sendFile } from '../../../api/send-file.ts';
import type { KnowledgeDocument } from '../../../api/types/knowledge.ts';
import { forget } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { createUploadQueue, type Upload } from './upload-queue.ts';

/** How a document is cut, and where it goes. Left out is as the service has it. */
export interface UploadOptions {
  knowledgeBaseId?: string;
  chunkTokens?: number;
  splitter?: string;
  headerRows?: number;
}

/** Files on their way to this agent's knowledge. */
export const useUploads = () => {
  const { api: agentApi } = useAgentScope();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useMemo(
    () =>
      createUploadQueue({
        send: (file, options, onProgress) =>
          sendFile<KnowledgeDocument>('POST', `${agentApi}/documents/upload`, file, {
            query: { ...(options as Query), name: file.name },
            onProgress,
          }),
        onChange: setUploads,
        onTaken: () => void forget(`${agentApi}/documents`, `${agentApi}/knowledge-bases`),
      }),
    [agentApi],
  );
  const isSending = uploads.some(({ state }) => state !== 'refused');
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);
  return {
    uploads,
    add: (files: readonly File[], options: UploadOptions) => queue.add(files, options),
    retry: queue.retry,
    remove: queue.remove,
  };
};

export type Uploads = ReturnType<typeof useUploads>;

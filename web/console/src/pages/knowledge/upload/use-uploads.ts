import { useEffect, useMemo, useState } from 'react';
import { at } from '../../../api/address.ts';
import { sendFile } from '../../../api/send-file.ts';
import { forget } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { refusalOfFormat } from './accepted-files.ts';
import { createUploadQueue, type Upload, type UploadOptions } from './upload-queue.ts';

/** The uploads to the knowledge bases of the agent. */
export const useUploads = () => {
  const { api: agentApi } = useAgentScope();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useMemo(
    () =>
      createUploadQueue({
        refuse: ({ name }) => refusalOfFormat(name),
        send: (file, options, onProgress) =>
          sendFile('post', at(agentApi, '/documents/upload'), file, {
            query: { ...options, name: file.name },
            onProgress,
          }),
        onChange: setUploads,
        onUploaded: () => void forget(at(agentApi, '/documents'), at(agentApi, '/knowledge-bases')),
      }),
    [agentApi],
  );
  const isSending = uploads.some(({ state }) => state !== 'failed');
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

import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Flow, FlowFile } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

const readJson = async (file: File): Promise<unknown> => {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new ApiError(400, t('flow.notJson', { name: file.name }));
  }
};

/** Imports a file or an example as the draft. The service validates it. */
export const useImport = (revision: number, onDone: (flow: Flow) => void) => {
  const { api: path } = useAgentScope();
  return useChange(
    async (source: unknown) => {
      const file = source instanceof File ? await readJson(source) : source;
      return api.post(at(path, '/flow/import'), { revision, file: file as FlowFile });
    },
    { changes: [at(path, '/flow')], done: t('flow.imported'), onDone, quiet: true },
  );
};

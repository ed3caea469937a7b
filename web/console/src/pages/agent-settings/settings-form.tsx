import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ApiError } from '../../api/api-error.ts';
import type { Agent, AgentSettings } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { SaveBar } from '../../components/save-bar.tsx';
import { mergePatch } from '../../lib/merge-patch.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

export type AgentDraft = Pick<Agent, 'name' | 'apiEnabled' | 'settings'>;

interface SettingsForm {
  saved: Agent;
  draft: AgentDraft;
  /** For viewers. */
  isReadOnly: boolean;
  isDirty: boolean;
  /** Settings that differ from the saved ones, for tests before saving. */
  unsaved: object | undefined;
  /** Why the service refused the last attempt to save. Names the field. */
  failure: string | undefined;
  change(change: (draft: AgentDraft) => AgentDraft): void;
}

/** For viewers, in case a control is not disabled. */
const ignoreChange = (): void => {};

const SettingsContext = createContext<SettingsForm | undefined>(undefined);

export const useSettingsForm = (): SettingsForm => {
  const form = useContext(SettingsContext);
  if (!form) throw new Error('useSettingsForm is used outside a SettingsForm');
  return form;
};

/** Value of one setting and functions that change it. */
export const useSetting = <Name extends keyof AgentSettings>(name: Name) => {
  const { draft, change } = useSettingsForm();
  return {
    value: draft.settings[name],
    set: (value: AgentSettings[Name]): void =>
      change((before) => ({ ...before, settings: { ...before.settings, [name]: value } })),
    /** For groups of settings: changes only the given ones. */
    merge: (part: Partial<AgentSettings[Name]>): void =>
      change((before) => ({
        ...before,
        settings: {
          ...before.settings,
          [name]: { ...(before.settings[name] as object), ...(part as object) },
        },
      })),
  };
};

/** The request body: only the differences from the saved agent. */
const changeOf = (base: AgentDraft, draft: AgentDraft): Partial<AgentDraft> & { settings?: object } => {
  const settings = mergePatch({ ...base.settings }, { ...draft.settings });
  return {
    ...(draft.name === base.name ? {} : { name: draft.name }),
    ...(draft.apiEnabled === base.apiEnabled ? {} : { apiEnabled: draft.apiEnabled }),
    ...(Object.keys(settings).length === 0 ? {} : { settings: settings as unknown as AgentSettings }),
  };
};

const messageFor = (error: ApiError | null): string | undefined =>
  error?.status === 409 ? t('agentSettings.conflict') : error?.message;

/** Provides a draft of the agent to its children and saves all changes in one request. */
export const SettingsForm = ({ agent, children }: { agent: Agent; children: ReactNode }) => {
  const scope = useAgentScope();
  const saved = useMemo(
    () => ({ name: agent.name, apiEnabled: agent.apiEnabled, settings: agent.settings }),
    [agent],
  );
  const { draft, base, change, reset, isDirty } = useDraft<AgentDraft>(saved);
  const unsaved = useMemo(() => (isDirty ? changeOf(base, draft) : undefined), [isDirty, base, draft]);
  const save = useChange((body: object) => api.patch(scope.api, { version: agent.version, ...body }), {
    changes: [at(scope.workspace.api, '/agents')],
    done: t('agentSettings.saved'),
    onDone: reset,
    // Loads the newer version, which the next attempt needs.
    onFailed: ({ status }) => void (status === 409 && forget(scope.api)),
    quiet: true,
  });
  const isReadOnly = !scope.can('agent:write');
  const failure = messageFor(save.error);
  const form = useMemo(
    () => ({
      saved: agent,
      draft,
      isReadOnly,
      isDirty,
      change: isReadOnly ? ignoreChange : change,
      unsaved: unsaved?.settings,
      failure,
    }),
    [agent, draft, isReadOnly, isDirty, change, unsaved, failure],
  );
  return (
    <SettingsContext value={form}>
      {children}
      <SaveBar
        isDirty={isDirty && !isReadOnly}
        isBusy={save.isPending}
        failure={failure}
        onSave={() => save.mutate(unsaved ?? {})}
        onDiscard={() => {
          reset();
          save.reset();
        }}
      />
    </SettingsContext>
  );
};

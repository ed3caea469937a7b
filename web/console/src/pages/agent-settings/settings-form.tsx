import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ApiError } from '../../api/api-error.ts';
import type { Agent, AgentSettings } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { SaveBar } from '../../components/save-bar.tsx';
import { mergePatch } from '../../lib/merge-patch.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

export type AgentDraft = Pick<Agent, 'name' | 'apiEnabled' | 'settings'>;

interface SettingsForm {
  saved: Agent;
  draft: AgentDraft;
  /** Viewers look, and change nothing. */
  isReadOnly: boolean;
  isDirty: boolean;
  /** What differs from the saved settings, to be tested before it is saved. */
  unsaved: object | undefined;
  change(change: (draft: AgentDraft) => AgentDraft): void;
}

const SettingsContext = createContext<SettingsForm | undefined>(undefined);

export const useSettingsForm = (): SettingsForm => {
  const form = useContext(SettingsContext);
  if (!form) throw new Error('There is no form of settings here');
  return form;
};

/** One setting: its value, and the way to change it. */
export const useSetting = <Name extends keyof AgentSettings>(name: Name) => {
  const { draft, change } = useSettingsForm();
  return {
    value: draft.settings[name],
    set: (value: AgentSettings[Name]): void =>
      change((before) => ({ ...before, settings: { ...before.settings, [name]: value } })),
    /** For groups of settings: only what is named changes. */
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

/** What the service is sent: only what differs from what there was. */
const changeOf = (base: AgentDraft, draft: AgentDraft): Partial<AgentDraft> & { settings?: object } => {
  const settings = mergePatch({ ...base.settings }, { ...draft.settings });
  return {
    ...(draft.name === base.name ? {} : { name: draft.name }),
    ...(draft.apiEnabled === base.apiEnabled ? {} : { apiEnabled: draft.apiEnabled }),
    ...(Object.keys(settings).length === 0 ? {} : { settings: settings as unknown as AgentSettings }),
  };
};

const wordsFor = (error: ApiError | null): string | undefined =>
  error?.status === 409
    ? 'Somebody else has changed this agent meanwhile. Save again to add your changes to theirs, or discard yours.'
    : error?.message;

/** Holds a draft of the agent for everything below, and saves it at once. */
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
    done: 'Saved',
    onDone: reset,
    // The newer version, so that a second try is made with it.
    onFailed: ({ status }) => void (status === 409 && forget(scope.api)),
    quiet: true,
  });
  const isReadOnly = !scope.can('agent:write');
  const form = useMemo(
    () => ({ saved: agent, draft, isReadOnly, isDirty, change, unsaved: unsaved?.settings }),
    [agent, draft, isReadOnly, isDirty, change, unsaved],
  );
  return (
    <SettingsContext value={form}>
      {children}
      <SaveBar
        isDirty={isDirty && !isReadOnly}
        isBusy={save.isPending}
        failure={wordsFor(save.error)}
        onSave={() => save.mutate(unsaved ?? {})}
        onDiscard={() => {
          reset();
          save.reset();
        }}
      />
    </SettingsContext>
  );
};

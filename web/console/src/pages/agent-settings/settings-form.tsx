import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { api } from '../../api/api.ts';
import type { Agent, AgentSettings } from '../../api/types/agent.ts';
import { useChange } from '../../api/use-change.ts';
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

/** What the service is sent: only what differs from what it has. */
export const changeOf = (saved: AgentDraft & { version: number }, draft: AgentDraft): object => {
  const settings = mergePatch({ ...saved.settings }, { ...draft.settings });
  return {
    version: saved.version,
    ...(draft.name === saved.name ? {} : { name: draft.name }),
    ...(draft.apiEnabled === saved.apiEnabled ? {} : { apiEnabled: draft.apiEnabled }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
};

/** Holds a draft of the agent for everything below, and saves it at once. */
export const SettingsForm = ({ agent, children }: { agent: Agent; children: ReactNode }) => {
  const scope = useAgentScope();
  const saved = useMemo(
    () => ({ name: agent.name, apiEnabled: agent.apiEnabled, settings: agent.settings }),
    [agent],
  );
  const { draft, change, reset, isDirty } = useDraft<AgentDraft>(saved);
  const save = useChange((body: object) => api.patch<Agent>(scope.api, body), {
    changes: [`${scope.workspace.api}/agents`],
    done: 'Saved',
    onDone: reset,
    quiet: true,
  });
  const isReadOnly = !scope.can('agent:write');
  const form = useMemo(
    () => ({
      ...{ saved: agent, draft, isReadOnly, isDirty, change },
      unsaved: isDirty ? (changeOf(agent, draft) as { settings?: object }).settings : undefined,
    }),
    [agent, draft, isReadOnly, isDirty, change],
  );
  return (
    <SettingsContext value={form}>
      {children}
      <SaveBar
        isDirty={isDirty && !isReadOnly}
        isBusy={save.isPending}
        failure={save.error?.message}
        onSave={() => save.mutate(changeOf({ ...saved, version: agent.version }, draft))}
        onDiscard={() => {
          reset();
          save.reset();
        }}
      />
    </SettingsContext>
  );
};

import { notifications } from '@mantine/notifications';
import { ReactFlowProvider } from '@xyflow/react';
import { useState } from 'react';
import type { Flow, FlowGraph } from '../../api/generated.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { Board } from './board.tsx';
import { type Editor, EditorContext } from './editor-context.ts';
import { ExamplesDialog } from './examples-dialog.tsx';
import classes from './flow.module.css';
import { FlowHeader } from './flow-header.tsx';
import { FlowNotices } from './flow-notices.tsx';
import type { RunState } from './graph/run-states.ts';
import { useRun } from './run/use-run.ts';
import { SidePanel, type SideTab } from './side-panel.tsx';
import { SideRail } from './side-rail.tsx';
import { useChecks } from './use-checks.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useEditorState } from './use-editor-state.ts';
import { useFlowDraft } from './use-flow-draft.ts';
import { useImport } from './use-import.ts';
import { usePanels } from './use-panels.ts';
import { PublishDialog } from './versions/publish-dialog.tsx';

interface FlowEditorProps {
  name: string;
  flow: Flow;
  /** The graph to start with if there is no draft. */
  first: FlowGraph;
}

/**
 * Selecting a component shows its settings, unless the run panel is open. It does not open a closed side panel; choosing
 * a problem or a double click does.
 */
const withPanel = (
  editor: Omit<Editor, 'showSettings'>,
  tab: SideTab,
  setTab: (tab: SideTab) => void,
  openSide: () => void,
): Editor => ({
  ...editor,
  select: (ids) => {
    editor.select(ids);
    if (ids.length === 1 && tab !== 'run') setTab('component');
  },
  add: (...input) => {
    editor.add(...input);
    setTab('component');
  },
  reveal: (level, nodeId) => {
    editor.reveal(level, nodeId);
    if (tab !== 'run') setTab('component');
    openSide();
  },
  showSettings: () => {
    setTab('component');
    openSide();
  },
});

const noRunStates = new Map<string, RunState>();

/** The flow editor: the canvas and the side panel. */
export const FlowEditor = ({ name, flow, first }: FlowEditorProps) => {
  const { can } = useAgentScope();
  const isReadOnly = !can('agent:write');
  const draft = useFlowDraft(flow, first);
  const { problems, isChecked, checkAgain } = useChecks(draft.graph);
  const { panels, set: setPanels } = usePanels();
  const run = useRun(draft.graph);
  const [tab, setTab] = useState<SideTab>('component');
  // The states of a run are shown only while the run panel is open.
  const runStates = tab === 'run' ? run.states : noRunStates;
  const inner = useEditorState({ history: draft.history, isReadOnly, problems, runStates });
  const [dialog, setDialog] = useState<'publish' | 'examples'>();
  const openSide = (): void => setPanels({ side: true });
  const editor = withPanel(inner, tab, setTab, openSide);
  const load = useImport(draft.saved.revision, (imported) => {
    draft.load(imported);
    inner.openLevel(null);
    setDialog(undefined);
  });

  const save = async (): Promise<number | undefined> => {
    if (isReadOnly || draft.isSaving) return undefined;
    return draft.save();
  };
  const showProblems = (): void => {
    setTab('problems');
    openSide();
    notifications.show({ color: 'orange', message: t('flow.publishBlocked') });
  };
  const publish = (): void => {
    if (!isChecked || problems.length === 0) {
      setDialog('publish');
      return;
    }
    const first = problems.find(({ nodeId }) => nodeId !== undefined);
    if (first?.nodeId !== undefined) inner.reveal(first.level, first.nodeId);
    showProblems();
  };
  useEditorKeys(editor, () => void save());
  const send = async (text: string): Promise<void> => {
    if ((await save()) !== undefined) await run.send(text);
  };
  const isSideOpen = panels.side ?? true;
  const importFile = (file: unknown): void => {
    if (file !== null) load.mutate(file);
  };
  return (
    <EditorContext value={editor}>
      <FlowHeader
        name={name}
        flow={flow}
        isReadOnly={isReadOnly}
        isDirty={draft.isDirty && !isReadOnly}
        isSaving={draft.isSaving}
        isNew={flow.revision === 0}
        onSave={() => void save()}
        onPublish={publish}
        onFile={importFile}
        onExamples={() => setDialog('examples')}
      />
      <FlowNotices
        isReadOnly={isReadOnly}
        failure={load.error ?? draft.failure}
        isOutdated={flow.revision > draft.saved.revision && !draft.isSaving && !load.isPending}
        isRestored={draft.isRestored}
        isDirty={draft.isDirty}
        onReload={() => void draft.reload()}
        onOverwrite={() => void draft.overwrite()}
        onDismiss={() => {
          load.reset();
          draft.clearFailure();
        }}
      />
      <div
        className={classes.editor}
        data-wide
        data-closed={isSideOpen ? undefined : true}
        data-published={flow.publishedAt === null ? undefined : true}
      >
        <ReactFlowProvider>
          <Board
            isReadOnly={isReadOnly}
            isPaletteOpen={panels.palette}
            onPalette={(palette) => setPanels({ palette })}
          />
          {isSideOpen ? (
            <SidePanel
              tab={tab}
              onTab={setTab}
              onClose={() => setPanels({ side: false })}
              run={run}
              isChecked={isChecked}
              publishedVersion={flow.publishedVersion}
              onSend={(text) => void send(text)}
              onEditVersion={(graph) => editor.change(() => graph)}
            />
          ) : (
            <SideRail
              onOpen={(next = tab) => {
                setTab(next);
                openSide();
              }}
            />
          )}
        </ReactFlowProvider>
      </div>
      {dialog === 'publish' && (
        <PublishDialog
          onClose={() => setDialog(undefined)}
          onRefused={() => {
            setDialog(undefined);
            checkAgain();
            showProblems();
          }}
          onSave={save}
        />
      )}
      {dialog === 'examples' && (
        <ExamplesDialog
          isBusy={load.isPending}
          failure={load.error?.message}
          onClose={() => setDialog(undefined)}
          onChoose={importFile}
        />
      )}
    </EditorContext>
  );
};

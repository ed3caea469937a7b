import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { Panel, ReactFlowProvider } from '@xyflow/react';
import { useState } from 'react';
import type { Flow, FlowGraph } from '../../api/types/flow.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { FlowCanvas } from './canvas/flow-canvas.tsx';
import { type Editor, EditorContext } from './editor-context.ts';
import classes from './flow.module.css';
import { FlowHeader } from './flow-header.tsx';
import { FlowNotices } from './flow-notices.tsx';
import { ExampleCards } from './flow-start.tsx';
import type { RunState } from './graph/run-states.ts';
import { Palette } from './palette.tsx';
import { useRun } from './run/use-run.ts';
import { SidePanel, type SideTab } from './side-panel.tsx';
import { useChecks } from './use-checks.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useEditorState } from './use-editor-state.ts';
import { useFlowDraft } from './use-flow-draft.ts';
import { useImport } from './use-import.ts';
import { PublishDialog } from './versions/publish-dialog.tsx';

interface FlowEditorProps {
  name: string;
  flow: Flow;
  /** What is drawn where the draft has nothing yet. */
  first: FlowGraph;
}

const nothingRan = new Map<string, RunState>();

const Board = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const isWide = useMediaQuery('(min-width: 90em)', undefined, { getInitialValueInEffect: false });
  const [wanted, setWanted] = useState<boolean>();
  const isOpen = !isReadOnly && (wanted ?? isWide ?? false);
  return (
    <div className={classes.board}>
      {isOpen && <Palette onAdded={() => !isWide && setWanted(false)} onClose={() => setWanted(false)} />}
      <div className={classes.canvas}>
        <FlowCanvas>
          {!isReadOnly && !isOpen && (
            <Panel position="top-right">
              <Button
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setWanted(true)}
              >
                Add a component
              </Button>
            </Panel>
          )}
        </FlowCanvas>
      </div>
    </div>
  );
};

/** The whole editor: the drawing in the middle, what it says of itself beside it. */
export const FlowEditor = ({ name, flow, first }: FlowEditorProps) => {
  const { can } = useAgentScope();
  const isReadOnly = !can('agent:write');
  const draft = useFlowDraft(flow, first);
  const { problems, isChecked } = useChecks(draft.graph);
  const run = useRun(draft.graph);
  const [tab, setTab] = useState<SideTab>('component');
  // What a run lit up is of interest beside the run; whoever edits goes on without it.
  const runStates = tab === 'run' ? run.states : nothingRan;
  const inner = useEditorState({ history: draft.history, isReadOnly, problems, runStates });
  const [dialog, setDialog] = useState<'publish' | 'examples'>();
  // Selecting a component shows it, but a run that is looked at step by step stays in sight.
  const editor: Editor = {
    ...inner,
    select: (ids) => {
      inner.select(ids);
      if (ids.length === 1 && tab !== 'run') setTab('component');
    },
    add: (...input) => {
      inner.add(...input);
      setTab('component');
    },
    reveal: (level, nodeId) => {
      inner.reveal(level, nodeId);
      if (tab !== 'run') setTab('component');
    },
  };
  const load = useImport(draft.saved.revision, (imported) => {
    draft.load(imported);
    inner.openLevel(null);
    setDialog(undefined);
  });

  const save = async (): Promise<number | undefined> => {
    if (isReadOnly || draft.isSaving) return undefined;
    if (isChecked && problems.length > 0) {
      setTab('problems');
      notifications.show({
        color: 'orange',
        message:
          'Only a flow without problems can be saved. What you drew is kept in this browser until then.',
      });
      return undefined;
    }
    return draft.save();
  };
  useEditorKeys(editor, () => void save());
  const send = async (text: string): Promise<void> => {
    if ((await save()) !== undefined) await run.send(text);
  };
  const importFile = (file: unknown): void => {
    if (file !== null) load.mutate(file);
  };
  return (
    <EditorContext value={editor}>
      <FlowHeader
        name={name}
        publishedVersion={flow.publishedVersion}
        isReadOnly={isReadOnly}
        isDirty={draft.isDirty && !isReadOnly}
        isSaving={draft.isSaving}
        isNew={flow.revision === 0}
        onSave={() => void save()}
        onPublish={() => setDialog('publish')}
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
          draft.forgive();
        }}
      />
      <div className={classes.editor} data-wide>
        <ReactFlowProvider>
          <Board isReadOnly={isReadOnly} />
          <SidePanel
            tab={tab}
            onTab={setTab}
            run={run}
            isChecked={isChecked}
            publishedVersion={flow.publishedVersion}
            onSend={(text) => void send(text)}
            onEditVersion={(graph) => editor.change(() => graph)}
          />
        </ReactFlowProvider>
      </div>
      {dialog === 'publish' && <PublishDialog onClose={() => setDialog(undefined)} onSave={save} />}
      {dialog === 'examples' && (
        <Modal opened onClose={() => setDialog(undefined)} title="Start from an example" size="xl">
          <Stack>
            <Text size="sm">
              It takes the place of the draft and is saved; undo brings back what is drawn.
            </Text>
            {load.error && (
              <Alert color="red" role="alert">
                {load.error.message}
              </Alert>
            )}
            <ExampleCards isBusy={load.isPending} onChoose={importFile} />
          </Stack>
        </Modal>
      )}
    </EditorContext>
  );
};

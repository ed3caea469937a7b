import type { FlowEdge, NodeType } from '../graph/flow-types.ts';
import '@xyflow/react/dist/base.css';
import { Anchor, Breadcrumbs, Text, useComputedColorScheme } from '@mantine/core';
import {
  Background,
  type Connection,
  type EdgeChange,
  MiniMap,
  Panel,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { t } from '../../../messages/translate.ts';
import { useEditor } from '../editor-context.ts';
import { whyNotConnect } from '../graph/change-graph.ts';
import { nodeTypes as knownTypes } from '../graph/kinds/kinds.ts';
import { nodeWidth } from '../graph/layout-graph.ts';
import classes from './canvas.module.css';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { ComponentNode } from './component-node.tsx';
import { type BranchCanvasEdge, useCanvasItems } from './use-canvas-items.ts';
import { useFit } from './use-fit.ts';

const nodeTypes = { component: ComponentNode };
export const dragType = 'application/x-frontdesk-component';

const mapSize = { width: 148, height: 104 };

const ariaLabels = () => ({
  'node.a11yDescription.default': t('flow.canvas.componentHelp'),
  // The canvas uses this text while the keyboard is enabled.
  'node.a11yDescription.keyboardDisabled': t('flow.canvas.componentHelp'),
  'node.a11yDescription.ariaLiveMessage': ({ direction }: { direction: string }) =>
    t('flow.canvas.moved', { direction }),
  'edge.a11yDescription.default': t('flow.canvas.connectionHelp'),
  'minimap.ariaLabel': t('flow.canvas.map'),
});

const edgeOf = ({ source, sourceHandle, target }: Pick<Connection, 'source' | 'sourceHandle' | 'target'>) =>
  ({ from: source, branch: sourceHandle ?? 'next', to: target }) satisfies FlowEdge;

/** Shows the loop whose body is open, with a link back to the flow. */
const LevelBreadcrumbs = () => {
  const { graph, level, openLevel } = useEditor();
  if (level === null) return null;
  const loop = graph.nodes.find(({ id }) => id === level);
  return (
    <Panel position="top-left">
      <Breadcrumbs className={classes.trail} separatorMargin={6}>
        <Anchor component="button" type="button" size="sm" onClick={() => openLevel(null)}>
          {t('flow.canvas.flow')}
        </Anchor>
        <Text size="sm">{t('flow.canvas.body', { name: loop?.name ?? level })}</Text>
      </Breadcrumbs>
    </Panel>
  );
};

const margin = 48;
/** Height of a component with a few branches. */
const visibleHeight = 150;

/** The shortest shift that moves a range into the window. */
const shiftInto = (start: number, length: number, window: number): number => {
  if (start < margin) return margin - start;
  return Math.min(0, Math.max(window - margin - (start + length), margin - start));
};

/** Scrolls to a component that was selected outside of the canvas: a problem, a step of a run, a new component. */
const useFollowSelection = (isOwn: { current: boolean }): void => {
  const { level, selectedIds, places } = useEditor();
  const { getViewport, setViewport } = useReactFlow();
  const fit = useFit();
  const host = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the level changes
  useEffect(() => {
    const timer = setTimeout(fit, 30);
    return () => clearTimeout(timer);
  }, [level]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes
  useEffect(() => {
    const wasOwn = isOwn.current;
    isOwn.current = false;
    const place = selectedIds.length === 1 ? places.get(selectedIds[0]!) : undefined;
    if (wasOwn || !place) return;
    host.current ??= document.querySelector<HTMLElement>('.react-flow');
    const { x, y, zoom } = getViewport();
    const { clientWidth = 0, clientHeight = 0 } = host.current ?? {};
    const across = shiftInto(place.x * zoom + x, nodeWidth * zoom, clientWidth);
    const down = shiftInto(place.y * zoom + y, visibleHeight * zoom, clientHeight);
    if (across !== 0 || down !== 0) void setViewport({ x: x + across, y: y + down, zoom });
  }, [selectedIds]);
};

/** `children` are panels on top of the canvas. */
export const FlowCanvas = ({ children }: { children: ReactNode }) => {
  const editor = useEditor();
  const { shown, isReadOnly } = editor;
  const { nodes, edges, onNodesChange, setSelectedEdges } = useCanvasItems();
  const { screenToFlowPosition } = useReactFlow();
  const fit = useFit();
  const colorMode = useComputedColorScheme('light');
  const isOwn = useRef(false);
  const labels = useMemo(ariaLabels, []);
  useFollowSelection(isOwn);

  const onEdgesChange = (changes: EdgeChange<BranchCanvasEdge>[]): void => {
    for (const change of changes)
      if (change.type === 'select')
        setSelectedEdges((before) =>
          change.selected ? [...before, change.id] : before.filter((id) => id !== change.id),
        );
  };
  const drop = (event: DragEvent): void => {
    const type = event.dataTransfer.getData(dragType) as NodeType;
    if (!knownTypes.includes(type)) return;
    event.preventDefault();
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    isOwn.current = true;
    editor.add(type, { at: { x: at.x - nodeWidth / 2, y: at.y - 30 } });
  };
  return (
    <section className={classes.canvas} aria-label={t('flow.canvas.label')}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodesChange={(changes) => {
          if (changes.some(({ type }) => type === 'select')) isOwn.current = true;
          onNodesChange(changes);
        }}
        onEdgesChange={onEdgesChange}
        onConnect={(connection) => editor.connect(edgeOf(connection))}
        isValidConnection={(connection) =>
          whyNotConnect(shown, edgeOf(connection as Connection)) === undefined
        }
        onDelete={({ nodes: gone, edges: cut }) =>
          editor.remove(
            gone.map(({ id }) => id),
            cut.flatMap(({ data }) => (data ? [data.edge] : [])),
          )
        }
        onNodeDoubleClick={(_event, { data }) => {
          if (data.node.type === 'loop') editor.openLevel(data.node.id);
          else editor.showSettings();
        }}
        onDrop={drop}
        onDragOver={(event) => event.preventDefault()}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        deleteKeyCode={isReadOnly ? null : ['Delete', 'Backspace']}
        onInit={fit}
        minZoom={0.15}
        maxZoom={2}
        colorMode={colorMode}
        ariaLabelConfig={labels}
        connectionRadius={28}
      >
        <Background gap={20} size={1.4} />
        <MiniMap pannable zoomable position="bottom-right" style={mapSize} />
        <Panel position="bottom-left">
          <CanvasToolbar />
        </Panel>
        <LevelBreadcrumbs />
        {children}
      </ReactFlow>
    </section>
  );
};

import { useReactFlow } from '@xyflow/react';
import { useCallback, useRef } from 'react';
import { useEditor } from '../editor-context.ts';
import { nodeHeight, nodeWidth } from '../graph/layout-graph.ts';

/** The titles of components have 14 px, so they are shown with at least 11 px. */
export const minimumFitZoom = 0.8;
const margin = 24;

interface Range {
  start: number;
  end: number;
}

const fittingZoom = (window: number, { start, end }: Range): number =>
  (window - 2 * margin) / Math.max(1, end - start);

/** The shift that centres a range, or shows its beginning if it is longer than the window. */
const shiftOf = (window: number, { start, end }: Range, zoom: number): number => {
  const length = (end - start) * zoom;
  return length <= window - 2 * margin ? (window - length) / 2 - start * zoom : margin - start * zoom;
};

/**
 * Shows the whole flow if its titles stay readable. Otherwise it shows the beginning of the flow, at a readable size;
 * the rest can be reached by scrolling and with the map.
 */
export const useFit = (): (() => void) => {
  const { setViewport } = useReactFlow();
  const { shown, places } = useEditor();
  const latest = useRef({ shown, places });
  latest.current = { shown, places };
  return useCallback(() => {
    const { shown, places } = latest.current;
    const canvas = document.querySelector<HTMLElement>('.react-flow');
    const boxes = shown.nodes.flatMap((node) => {
      const at = places.get(node.id);
      return at ? [{ ...at, height: nodeHeight(node, shown), isStart: node.type === 'start' }] : [];
    });
    if (!canvas || boxes.length === 0) return;
    const { clientWidth, clientHeight } = canvas;
    const across = {
      start: Math.min(...boxes.map(({ x }) => x)),
      end: Math.max(...boxes.map(({ x }) => x + nodeWidth)),
    };
    const down = {
      start: Math.min(...boxes.map(({ y }) => y)),
      end: Math.max(...boxes.map(({ y, height }) => y + height)),
    };
    const whole = Math.min(fittingZoom(clientWidth, across), fittingZoom(clientHeight, down));
    const zoom = Math.min(1, Math.max(minimumFitZoom, whole));
    const first = boxes.find(({ isStart }) => isStart);
    const isTooHigh = (down.end - down.start) * zoom > clientHeight - 2 * margin;
    const y =
      isTooHigh && first
        ? clientHeight / 2 - (first.y + first.height / 2) * zoom
        : shiftOf(clientHeight, down, zoom);
    void setViewport({ x: shiftOf(clientWidth, across, zoom), y, zoom });
  }, [setViewport]);
};

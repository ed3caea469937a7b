import { useRef, useState } from 'preact/hooks';

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Files dragged over the page from outside. */
export const useFileDrop = (onFiles: (files: FileList) => void) => {
  const [isOver, setOver] = useState(false);
  // Every element under the pointer fires enter and leave. Their balance shows whether it is over the page.
  const depth = useRef(0);
  const move = (by: number) => (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    depth.current += by;
    setOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: move(1),
      onDragLeave: move(-1),
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer || !holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles(event.dataTransfer.files);
      },
    },
  };
};

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface ScrollBoxProps {
  /** Accessible name. */
  label: string;
  /** For content that has the same direction in every language. */
  dir?: 'ltr';
  children: ComponentChildren;
}

/** Scrolls wide content sideways, shows at which edges there is more, and can then be scrolled by keyboard. */
export const ScrollBox = ({ label, dir, children }: ScrollBoxProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState('');
  const look = (): void => {
    // The browser may still report a size after the box was removed.
    if (!box.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = box.current;
    // Negative in a text from right to left.
    const passed = Math.abs(scrollLeft);
    const left = scrollWidth - clientWidth - passed;
    setMore(`${passed > 1 ? 'start' : ''} ${left > 1 ? 'end' : ''}`.trim());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer calls `look` again after every change
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    observer.observe(box.current!.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="scroll-box" dir={dir} data-more={more}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        class="scroll-content"
        ref={box}
        role="group"
        aria-label={label}
        tabIndex={more ? 0 : undefined}
        onScroll={look}
      >
        {children}
      </div>
    </div>
  );
};

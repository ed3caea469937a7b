import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Formula } from '../../../markdown/math-rules.ts';
import { showMath } from '../../../markdown/show-math.ts';
import { t } from '../messages/translate.ts';
import { ScrollBox } from './scroll-box.tsx';

/** The content of the element is not rendered by Preact: its source, then the formula. */
const FormulaPlace = ({ formula }: { formula: Formula }) => {
  const place = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source is the whole formula
  useLayoutEffect(() => {
    place.current!.textContent = formula.source;
    showMath(place.current!, formula);
  }, [formula.source]);
  return <span class="math" dir="ltr" ref={place} data-source={formula.source} />;
};

export const FormulaView = ({ formula }: { formula: Formula }) =>
  formula.isDisplay ? (
    <ScrollBox label={t('formula')} dir="ltr">
      <FormulaPlace formula={formula} />
    </ScrollBox>
  ) : (
    <FormulaPlace formula={formula} />
  );

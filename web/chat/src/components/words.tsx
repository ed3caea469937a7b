import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import { hideUnfinished } from '../markdown/hide-unfinished.ts';
import { renderMarkdown, renderPlain } from '../markdown/render-markdown.ts';
import { t } from '../messages/translate.ts';
import { CodeBlock } from './code-block.tsx';
import { FormulaView } from './formula-view.tsx';
import { useFromChat } from './page-context.ts';
import { ScrollBox } from './scroll-box.tsx';

interface WordsProps {
  text: string;
  isRich: boolean;
  /** Whether the text is still streaming. */
  isGrowing?: boolean;
  /** Changes the elements of the text. */
  finish?: (content: ComponentChild[]) => ComponentChild[];
}

/** Text of a message: Markdown of the agent and of people, plain text of the user. */
export const Words = ({ text, isRich, isGrowing, finish }: WordsProps) => {
  const hosts = useFromChat(({ session }) => session?.features.image_hosts);
  const content = useMemo(() => {
    const images = { hosts: hosts ?? [], origin: location.origin };
    const options = {
      images,
      Code: CodeBlock,
      Formula: FormulaView,
      Scroll: ScrollBox,
      tableLabel: t('table'),
    };
    if (!isRich) return renderPlain(text, options);
    return renderMarkdown(isGrowing ? hideUnfinished(text) : text, options);
  }, [text, isRich, isGrowing, hosts]);
  return (
    <div class={isGrowing ? 'words words-growing' : 'words'} dir="auto">
      {finish ? finish(content) : content}
    </div>
  );
};

import { useMemo } from 'preact/hooks';
import { renderMarkdown, renderPlain } from '../markdown/render-markdown.ts';
import { CodeBlock } from './code-block.tsx';
import { useFromChat, usePage } from './page-context.ts';

interface WordsProps {
  text: string;
  isRich: boolean;
  /** Whether more is to come. */
  isGrowing?: boolean;
}

/** Somebody's words: an agent's as Markdown, a person's as they are. */
export const Words = ({ text, isRich, isGrowing }: WordsProps) => {
  const hosts = useFromChat(({ session }) => session?.features.image_hosts);
  const { texts } = usePage();
  const content = useMemo(() => {
    const images = { hosts: hosts ?? [], origin: location.origin };
    const options = { images, Code: CodeBlock, tableLabel: texts.table };
    return isRich ? renderMarkdown(text, options) : renderPlain(text, options);
  }, [text, isRich, hosts, texts]);
  return (
    <div class={isGrowing ? 'words words-growing' : 'words'} dir="auto">
      {content}
    </div>
  );
};

import { withMarks } from '../../markdown/citation-marks.ts';
import { safeLink } from '../../markdown/safe-address.ts';
import { Markdown } from './markdown.tsx';
import type { Answer } from './use-answer.ts';
import type { Words } from './words.ts';

interface AnswerProps {
  answer: Answer;
  words: Words;
  /** null: no disclosure. */
  disclosure: string | null;
  onStop(): void;
  onContinue(): void;
}

/** One entry for each document, by its number. */
const sourcesOf = ({ citations }: Answer) =>
  [...Map.groupBy(citations, ({ document }) => document)].map(([number, passages]) => ({
    number,
    title: passages[0]!.title,
    href: safeLink(passages[0]!.source_url ?? ''),
    spans: passages.flatMap(({ spans }) => spans),
  }));

const problemOf = ({ problem }: Answer, words: Words): string => {
  if (problem?.code === 40008) return words.limited;
  return problem?.code === 20022 ? words.noAnswers : words.failed;
};

export const AnswerView = ({ answer, words, disclosure, onStop, onContinue }: AnswerProps) => {
  const sources = sourcesOf(answer);
  const isRunning = answer.state === 'asked' || answer.state === 'streaming';
  const text = withMarks(
    answer.text,
    sources.map(({ spans }) => spans),
  );
  return (
    <section class="answer" aria-label={words.answer} aria-busy={isRunning}>
      <p class="question" dir="auto">
        {answer.question}
      </p>
      {answer.state === 'asked' && <p class="pending">{words.answering}</p>}
      {answer.text !== '' && <Markdown text={text} />}
      {answer.state === 'failed' && (
        <p class="problem" role="alert">
          {problemOf(answer, words)}
        </p>
      )}
      {answer.state === 'handed' && <p>{words.handed}</p>}
      {sources.length > 0 && (
        <ol class="sources" aria-label={words.sources}>
          {sources.map(({ number, title, href }) => (
            <li key={number} dir="auto">
              {href ? (
                <a href={href} target="_blank" rel="noopener noreferrer nofollow">
                  {title}
                </a>
              ) : (
                title
              )}
            </li>
          ))}
        </ol>
      )}
      {disclosure !== null && answer.text !== '' && <p class="hint">{disclosure || words.disclosure}</p>}
      <div class="actions">
        {isRunning ? (
          <button type="button" class="quiet" onClick={onStop}>
            {words.stop}
          </button>
        ) : (
          <button type="button" class="primary" onClick={onContinue}>
            {words.continue}
          </button>
        )}
      </div>
    </section>
  );
};

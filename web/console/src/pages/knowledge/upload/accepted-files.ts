import {
  endingsOf,
  formatOfName,
  knowledgeFormats,
  knowledgeLimitMb,
} from '../../../../../../src/lib/file-formats/index.ts';
import { t } from '../../../messages/translate.ts';

/** For the `accept` attribute of the file picker. The service checks the content. */
export const acceptedFiles = knowledgeFormats()
  .flatMap((format) => endingsOf(format).map((ending) => `.${ending}`))
  .join(',');

const listFormats = (formats: readonly string[]): string =>
  formats.map((format) => format.toUpperCase()).join(', ');

/** "PDF, TXT, MD" */
export const acceptedFormats = listFormats(knowledgeFormats());

const limits = [...new Set(knowledgeFormats().map((format) => knowledgeLimitMb(format) ?? 0))];

/** "PDF: up to 30 MB · TXT, MD: up to 10 MB" */
export const acceptedSizes = (): string =>
  limits
    .map((limit) => {
      const formats = knowledgeFormats().filter((format) => knowledgeLimitMb(format) === limit);
      return t('knowledge.upload.sizeLimit', { formats: listFormats(formats), limit });
    })
    .join(' · ');

/**
 * Why a file of this name cannot become a document, or undefined. The service decides by the content; this refuses only
 * names of formats that it never accepts.
 */
export const refusalOfFormat = (name: string): string | undefined => {
  const format = formatOfName(name);
  if (format === undefined || knowledgeLimitMb(format) !== undefined) return undefined;
  return t('knowledge.upload.wrongFormat', { formats: acceptedFormats });
};

import {
  knowledgeFormats,
  knowledgeLimitMb,
  listFormats,
} from '../../../../../../src/lib/file-formats/index.ts';

/** What the file picker offers. The service looks at the bytes. */
export const acceptedFiles = knowledgeFormats()
  .map((format) => `.${format}`)
  .join(',');

/** "pdf, txt or md" */
export const acceptedFormats = listFormats(knowledgeFormats(), 'or');

const limits = [...new Set(knowledgeFormats().map(knowledgeLimitMb))];

/** "pdf up to 30 MB; txt and md up to 10 MB" */
export const acceptedSizes = limits
  .map((limit) => {
    const formats = knowledgeFormats().filter((format) => knowledgeLimitMb(format) === limit);
    return `${listFormats(formats, 'and')} up to ${limit} MB`;
  })
  .join('; ');

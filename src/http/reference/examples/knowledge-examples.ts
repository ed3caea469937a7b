import type { OperationReference } from '../../openapi/index.ts';
import { exampleFilesUrl, exampleSeconds, exampleIds as ids } from './example-ids.ts';
import { exampleAnswer } from './reply-examples.ts';

const returnsText = 'Umbrellas can be returned within 30 days.';
const pair = { question: 'How long can I return an umbrella?', answer: exampleAnswer };
const uploaded = (id: string, name: string) => ({ doc: [{ doc_id: id, doc_name: name }], failed: [] });

/** Documents, retrieval and citations. */
export const knowledgeExamples: Record<string, OperationReference> = {
  addTextDocuments: {
    examples: {
      base64: {
        summary: 'A text file as base64',
        body: {
          knowledge_base_id: ids.knowledgeBase,
          files: [{ file_name: 'returns.txt', file_base64: btoa(returnsText) }],
          chunk_token: 600,
        },
        response: uploaded(ids.document, 'returns.txt'),
      },
      url: {
        summary: 'A file from a URL, divided at blank lines',
        body: {
          files: [
            {
              file_name: 'returns.txt',
              file_url: `${exampleFilesUrl}/returns.txt`,
              source_url: 'https://shop.example/returns',
            },
          ],
          splitter: '\n\n',
        },
        response: uploaded(ids.document, 'returns.txt'),
      },
    },
    errors: ['notFound', 'quotaExceeded', 'diskFull'],
  },
  addSpreadsheetDocuments: {
    examples: {
      csv: {
        summary: 'A CSV file with one header row',
        body: {
          files: [{ file_name: 'prices.csv', file_base64: btoa('product,price\numbrella,19.90\n') }],
          chunk_token: 600,
          header_row: 1,
        },
        response: uploaded(ids.spreadsheet, 'prices.csv'),
      },
    },
    errors: ['notFound', 'quotaExceeded', 'diskFull'],
  },
  updateTextDocuments: {
    examples: {
      base64: {
        summary: 'New content of a document',
        body: { files: [{ doc_id: ids.document, file_base64: btoa(returnsText) }], chunk_token: 600 },
        response: uploaded(ids.document, 'returns.txt'),
      },
    },
    errors: ['quotaExceeded', 'diskFull'],
  },
  updateSpreadsheetDocuments: {
    examples: {
      csv: {
        summary: 'New content of a spreadsheet',
        body: {
          files: [{ doc_id: ids.spreadsheet, file_base64: btoa('product,price\numbrella,17.90\n') }],
          header_row: 1,
        },
        response: uploaded(ids.spreadsheet, 'prices.csv'),
      },
    },
    errors: ['quotaExceeded', 'diskFull'],
  },
  addQaDocuments: {
    examples: {
      pair: {
        summary: 'One question with two wordings',
        body: {
          files: [{ file_name: 'Returns', qa: [{ ...pair, questions: ['Can I return an umbrella?'] }] }],
        },
        response: uploaded(ids.qaDocument, 'Returns'),
      },
    },
    errors: ['notFound', 'quotaExceeded', 'diskFull'],
  },
  updateQaDocuments: {
    examples: {
      pair: {
        summary: 'New pairs of a document',
        body: { files: [{ doc_id: ids.qaDocument, qa: [pair] }] },
        response: uploaded(ids.qaDocument, 'Returns'),
      },
    },
    errors: ['quotaExceeded', 'diskFull'],
  },
  addChunks: {
    examples: {
      chunk: {
        summary: 'One chunk with keywords',
        body: {
          doc_id: ids.document,
          chunks: [{ content: 'Return shipping is free.', keywords: ['postage'] }],
        },
        response: { doc_id: ids.document, chunk_ids: [ids.chunk] },
      },
    },
    errors: ['notFound', 'conflict'],
  },
  listDocuments: {
    examples: {
      page: {
        summary: 'The documents of a knowledge base',
        parameters: { knowledge_base_id: ids.knowledgeBase, page: 1, page_size: 10 },
        response: {
          list: [
            {
              id: ids.document,
              name: 'returns.txt',
              format: 'txt',
              source_url: '',
              status: 'ACTIVE',
              chunk: 1,
              token: 9,
              char_count: 41,
              create_time: exampleSeconds,
              update_time: exampleSeconds,
              creator_id: ids.apiKey,
              creator_email: '',
            },
          ],
          total: 1,
        },
      },
    },
    errors: ['notFound'],
  },
  deleteDocuments: {
    examples: {
      one: {
        summary: 'Delete a document',
        parameters: { doc: [ids.document] },
        response: { code: 0, message: 'OK' },
      },
    },
  },
  getDocumentStatuses: {
    examples: {
      two: {
        summary: 'Status of two documents',
        parameters: { data_ids: [ids.document, ids.spreadsheet] },
        response: [
          { data_id: ids.document, data_status: 'AVAILABLE' },
          { data_id: ids.spreadsheet, data_status: 'AVAILABLE' },
        ],
      },
    },
  },
  retryFailedDocuments: {
    examples: {
      none: { summary: 'No document had failed', response: { affectCount: 0 } },
    },
  },
  createKnowledgeBase: {
    examples: {
      base: {
        summary: 'A knowledge base for returns',
        body: { name: 'Returns', desc: 'Rules for returns and refunds' },
        response: { knowledge_base_id: ids.knowledgeBase },
      },
    },
    errors: ['conflict'],
  },
  listKnowledgeBases: {
    examples: {
      all: {
        summary: 'All knowledge bases',
        response: {
          knowledge_base: [
            {
              id: ids.knowledgeBase,
              name: 'Default',
              desc: '',
              doc: 1,
              chunk: 1,
              token: 9,
              owner_id: ids.workspace,
              owner_email: '',
            },
          ],
          total: 1,
        },
      },
    },
  },
  matchVectors: {
    examples: {
      hybrid: {
        summary: 'Semantic and keyword search',
        body: { prompt: 'return an umbrella', embedding_rate: 0.5, top_k: 3 },
        response: {
          total: 1,
          list: [
            {
              content: returnsText,
              data_id: ids.document,
              document_name: 'returns.txt',
              score: 0.82,
              semantic_score: 0.79,
              keyword_score: 0.85,
            },
          ],
        },
      },
      scope: {
        summary: 'In one document, with a minimum score',
        body: { prompt: 'return an umbrella', data_ids: [ids.document], doc_correlation: 0.3 },
        response: {
          total: 1,
          list: [
            {
              content: returnsText,
              data_id: ids.document,
              document_name: 'returns.txt',
              score: 0.79,
              semantic_score: 0.79,
              keyword_score: 0.85,
            },
          ],
        },
      },
    },
  },
  searchDocuments: {
    examples: {
      typed: {
        summary: 'While the second word is being typed',
        parameters: { query: 'umbrella retu', page_size: 5, facets: ['product'] },
        response: {
          total: 1,
          list: [
            {
              data_id: ids.document,
              title: 'returns.txt',
              url: '',
              chunk_id: ids.chunk,
              headings: [],
              snippet: [
                { text: 'Umbrellas', is_match: true },
                { text: ' can be ', is_match: false },
                { text: 'returned', is_match: true },
                { text: ' within 30 days.', is_match: false },
              ],
              score: 0.71,
              tags: [],
              attributes: {},
            },
          ],
          facets: [{ name: 'product', values: [] }],
        },
      },
      filter: {
        summary: 'Only documents with an attribute',
        parameters: {
          query: 'umbrella',
          filter: '{"attributes":[{"name":"product","operator":"equals","value":"umbrella"}]}',
        },
        response: { total: 0, list: [], facets: [] },
      },
    },
  },
  listCitations: {
    examples: {
      reply: {
        summary: 'Citations of a reply',
        parameters: { message_id: ids.message },
        response: {
          conversation_id: ids.conversation,
          question_id: ids.message,
          answer_id: ids.answer,
          correlate_dataset: [
            {
              content: returnsText,
              data_id: ids.document,
              data_name: 'returns.txt',
              source_url: '',
              score: 0.82,
              positions: [{ start: 0, end: 42 }],
            },
          ],
        },
      },
    },
    errors: ['notFound'],
  },
  listCitedDocuments: {
    examples: {
      reply: {
        summary: 'Documents of a reply',
        body: { message_id: ids.message },
        response: {
          code: 0,
          msg: 'success',
          data: {
            conversationId: ids.conversation,
            questionId: ids.message,
            answerId: ids.answer,
            refDoc: [{ dataId: ids.document, dataName: 'returns.txt', sourceUrl: '' }],
          },
        },
      },
    },
    errors: ['notFound'],
  },
};

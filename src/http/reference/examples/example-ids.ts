/** IDs in the examples. Tests replace them by those of real objects. */
export const exampleIds = {
  agent: '695cb1000f3a5c7e9b2d4f01',
  workspace: '695cb1000f3a5c7e9b2d4f02',
  apiKey: '695cb1000f3a5c7e9b2d4f03',
  conversation: '695cb1000f3a5c7e9b2d4f11',
  humanConversation: '695cb1000f3a5c7e9b2d4f12',
  message: '695cb1000f3a5c7e9b2d4f21',
  answer: '695cb1000f3a5c7e9b2d4f22',
  runningMessage: '695cb1000f3a5c7e9b2d4f23',
  humanMessage: '695cb1000f3a5c7e9b2d4f24',
  humanAnswer: '695cb1000f3a5c7e9b2d4f25',
  humanSession: '695cb1000f3a5c7e9b2d4f26',
  knowledgeBase: '695cb1000f3a5c7e9b2d4f31',
  document: '695cb1000f3a5c7e9b2d4f32',
  spreadsheet: '695cb1000f3a5c7e9b2d4f33',
  qaDocument: '695cb1000f3a5c7e9b2d4f34',
  chunk: '695cb1000f3a5c7e9b2d4f35',
  table: '695cb1000f3a5c7e9b2d4f41',
  record: '695cb1000f3a5c7e9b2d4f42',
  import: '695cb1000f3a5c7e9b2d4f43',
  workflowRun: '695cb1000f3a5c7e9b2d4f51',
  anonymous: 'widget-4f9c2a7be01d',
} as const;

/** Where the files of the examples are. Tests replace it by a server that has them. */
export const exampleFilesUrl = 'https://example.com/files';

/** 1 January 2026, 12:00 UTC. */
export const exampleSeconds = 1767268800;
export const exampleMs = exampleSeconds * 1000;

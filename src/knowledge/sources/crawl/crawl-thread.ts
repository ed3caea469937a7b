import { createHash } from 'node:crypto';
import { readS3Error, readS3Listing } from '../../../lib/s3/read-s3-answer.ts';
import { serveThread } from '../../../lib/thread/thread.ts';
import { readWebPage, type WebPage } from '../../../recognition/index.ts';
import { readGitBlobs, readGitTree } from '../files/git/read-git-objects.ts';
import { selectPaths } from '../files/select-paths.ts';
import { readFeed } from './read-feed.ts';
import { robotsFacts } from './robots.ts';
import { selectUrls } from './select-urls.ts';

type ReadPage = WebPage & { contentHash: string };

/** Everything that interprets content of other servers or patterns of operators, outside the event loop. */
const handlers = {
  /** Answers when the thread has started. */
  ready: (): boolean => true,
  readPage: async (input: Parameters<typeof readWebPage>[0]): Promise<ReadPage> => {
    const page = await readWebPage(input);
    const contentHash = createHash('sha256').update(`${page.title}\n${page.markdown}`).digest('hex');
    return { ...page, contentHash };
  },
  readFeed,
  robotsFacts,
  selectUrls,
  selectPaths,
  readS3Listing,
  readS3Error,
  readGitTree,
  readGitBlobs,
};

export type CrawlHandlers = typeof handlers;

serveThread(handlers);

import type { Logger } from 'pino'
import type { BlobKeys } from './blob-keys.ts'
import type { Blobs } from './blobs.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Directory } from './directory.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Push } from './push.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './session.ts'
import type { Signals } from './signals.ts'
import type { Stores } from './stores.ts'
import type { Trash } from './trash.ts'

/** What every slice stands on: opened once in main.ts, handed to each handler. */
export type Kernel = {
  config: Config
  secrets: Secrets
  log: Logger
  database: Database
  directory: Directory
  signals: Signals
  sessions: Sessions
  /** Where the bytes of blobs lie; only who looks after the stores themselves asks them, everybody else asks `blobs`. */
  stores: Stores
  blobKeys: BlobKeys
  blobs: Blobs
  files: Files
  jobs: Jobs
  push: Push
  /** What people deleted and may bring back. */
  trash: Trash
  /** The text of the next captcha. */
  captchaText: () => string
  /** Ends everything in order: streams, running jobs, pools. The web server has stopped taking requests by then. */
  close: () => Promise<void>
}

export type { Blobs } from './blobs.ts'
export type { Files } from './files.ts'
export type { Jobs, JobWork } from './jobs.ts'
export type { Progress } from './job-progress.ts'
export type { Push } from './push.ts'

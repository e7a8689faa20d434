import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { openBlobKeys } from './blob-keys.ts'
import { openBlobs } from './blobs.ts'
import { captchaText } from './captcha.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { openDirectory } from './directory.ts'
import { openFiles } from './files.ts'
import { openJobs } from './jobs.ts'
import type { Kernel } from './kernel.ts'
import { openPush } from './push.ts'
import type { Secrets } from './secrets.ts'
import { openSessions } from './session.ts'
import { openSignals } from './signals.ts'
import { openStores } from './stores.ts'
import { openSweeping } from './sweep.ts'
import { openTokens } from './token.ts'
import { openTrash } from './trash.ts'

type Parts = {
  config: Config
  secrets: Secrets
  log: Logger
  /** How digao_app reaches the database. */
  app: ClientConfig
  /** Tests read the captcha's answer here; nothing else may set it. */
  captchaText?: () => string
}

/** Opens everything a process needs to serve; the database is migrated and seeded by then. */
export async function openKernel({
  config,
  secrets,
  log,
  app,
  captchaText: text = captchaText,
}: Parts): Promise<Kernel> {
  const database = openDatabase(app, config.DIGAO_CONNECTIONS)
  const signals = await openSignals(app, log)
  const directory = await openDirectory({ database, signals, secrets, config, log })
  const sessions = openSessions({ config, database, signals, tokens: openTokens(secrets.tokenKey) })
  const push = openPush({ database, signals, sessions, log })
  const jobs = openJobs({ database, signals, push, log, slots: config.DIGAO_JOBS })
  const stores = await openStores({ config, secrets, database, signals, log })
  const blobKeys = openBlobKeys(database, secrets)
  const scratch = join(config.DIGAO_DATA, 'tmp')
  const blobs = openBlobs({ database, stores, keys: blobKeys, log, scratch })
  const files = openFiles(database, blobs)
  const sweeping = openSweeping({ database, push, log, scratch })
  return {
    config,
    secrets,
    log,
    database,
    directory,
    signals,
    sessions,
    stores,
    blobKeys,
    blobs,
    files,
    jobs,
    push,
    trash: openTrash(),
    captchaText: text,
    async close() {
      sweeping.stop()
      push.close()
      await jobs.close()
      await directory.close()
      await signals.close()
      await database.close()
    },
  }
}

import { file } from '#contract/file.ts'
import { param } from '#contract/param.ts'
import { store } from '#contract/storage-care.ts'
import { findBlob } from '#server/kernel/blob-row.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

const setParam = async (who: Caller, paramKey: string, paramValue: string | null) => {
  const [row] = (await who(param.list, { paramKey_equal: paramKey })).records
  if (!row) throw new Error(`no parameter ${paramKey}`)
  await who(param.submit, { id: row.id, paramKey, paramValue })
}

const put = (who: Caller, name: string, content: Buffer | string) =>
  who.upload(file.upload, { purpose: 'evidence', ownerId: 'x' }, { name, content })

const got = async (who: Caller, id: string) => (await who.download(file.download, { id })).body

/** A firm whose people put in files of a purpose that asks nothing, and the platform's administrator. */
export async function storageStand(environment: Record<string, string> = {}) {
  const server: TestServer = await testServer(environment)
  const { kernel, as, tenant } = server
  kernel.files.register('evidence', {
    mayAdd: 'project.add',
    mayRead: 'project.view',
    checkAdd: async () => {},
    checkRead: async () => {},
  })
  const operator = await as('administrator', '平台', { tenantId: PLATFORM })
  const boss = await as('admin', '陈立新', await tenant())

  const rowOf = async (who: Caller, sha256: string) => {
    const row = await kernel.database.inTenant(who, (db) => findBlob(db, sha256))
    if (!row) throw new Error('no such blob')
    return row
  }
  /** The file the object of this content is. */
  const objectOf = async (who: Caller, sha256: string) => {
    const row = await rowOf(who, sha256)
    const path = (await kernel.stores.of(row.store)).pathOf(row.storageKey)
    if (!path) throw new Error('not on a disk')
    return path
  }
  /** Chosen, and known to this process already. */
  const choose = async (storeId: string) => {
    await operator(store.choose, { storeId })
    await kernel.stores.refresh()
  }
  return { ...server, choose, operator, boss, setParam, put, got, rowOf, objectOf }
}

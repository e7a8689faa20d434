import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enterprise } from '#contract/enterprise.ts'
import { ledger } from '#contract/ledger.ts'
import { docFile } from '#contract/doc-files.ts'
import { project } from '#contract/project.ts'
import type { User } from '#server/kernel/service.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'
import { heldByRoles } from '#contract/grants.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

export const fixtureSets = join(import.meta.dirname, '../../e2e/fixtures/ledgers')
export type Handed = { name: string; content: Buffer | string }

/** The client's files of a fixture set, without what describes it. */
export const fixtureFiles = (set: string): Handed[] =>
  readdirSync(join(fixtureSets, set))
    .filter((name) => !/\.(?:md|json)$/.test(name))
    .map((name) => ({ name, content: readFileSync(join(fixtureSets, set, name)) }))

let made = 0

/** A project of 2025 with a client of its own, made over HTTP. */
export async function projectOf(
  caller: Caller,
  { client: enterpriseName, ...over }: { year?: string; client?: string } = {},
): Promise<string> {
  made += 1
  const client = await caller(enterprise.save, {
    enterpriseName: enterpriseName ?? `客户${made}`,
    creditCode: testCreditCode(1000 + made),
  })
  const [template] = await caller(docFile.templates, {})
  const { id } = await caller(project.save, {
    enterpriseId: client.id,
    projectName: `汇算清缴${made}`,
    year: '2025',
    category: 1,
    workpaperTemplateId: template?.id ?? '',
    ...over,
  })
  return id
}

/** Hands a file over as a finished upload does; answers its id. */
export async function handOver(server: TestServer, caller: Caller, projectId: string, file: Handed): Promise<string> {
  const path = join(server.folder, randomUUID())
  writeFileSync(path, file.content)
  const { id } = await server.kernel.files.add(await userOf(server, caller), {
    purpose: FINANCIAL,
    ownerId: projectId,
    name: file.name,
    path,
  })
  return id
}

/** Hands the files over and starts to import them. */
export async function startImport(server: TestServer, caller: Caller, projectId: string, files: readonly Handed[]) {
  const fileIds: string[] = []
  for (const file of files) fileIds.push(await handOver(server, caller, projectId, file))
  return { ...(await caller(ledger.import, { projectId, fileIds })), fileIds }
}

/** The same to its end; answers the job and the dataset as it is then. */
export async function importFiles(server: TestServer, caller: Caller, projectId: string, files: readonly Handed[]) {
  const { jobId, datasetId, fileIds } = await startImport(server, caller, projectId, files)
  const job = await caller.done(jobId)
  const dataset = (await caller(ledger.datasets, { projectId })).find(({ id }) => id === datasetId)
  if (!dataset) throw new Error('the dataset is not listed')
  return { job, dataset, datasetId, fileIds }
}

const userOf = (server: TestServer, caller: Caller): Promise<User> =>
  server.kernel.database.inTenant({ tenantId: caller.tenantId, userId: caller.userId }, async (db) => {
    const rows = await db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .where('user_role.user_id', '=', caller.userId)
      .select('role.role_alias')
      .execute()
    const roles = rows.map(({ role_alias }) => role_alias)
    return {
      id: caller.userId,
      tenantId: caller.tenantId,
      homeTenantId: caller.tenantId,
      sessionId: '',
      account: caller.account,
      realName: '',
      deptId: '',
      roles,
      held: heldByRoles(roles.join(',')),
    }
  })

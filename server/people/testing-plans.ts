import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { user } from '#contract/user.ts'
import type { Context, User } from '#server/kernel/service.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'
import { userService } from './user-service.ts'

/** The plans of every statement that a list of people runs for this filter, as the caller's tenant sees it. */
export async function plansOf(server: TestServer, caller: Caller, filter: object): Promise<string[]> {
  const { kernel } = server
  const wanted = user.list.input.parse(filter)
  const me = (await kernel.sessions.userOf(caller.accessToken)) as User
  return kernel.database.inTenant({ tenantId: caller.tenantId, userId: caller.userId }, async (db) => {
    const seen: RootOperationNode[] = []
    const notes: KyselyPlugin = {
      transformQuery({ node }) {
        seen.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await userService.list({ db: db.withPlugin(notes), user: me, extent: true, kernel } as Context, wanted)
    const plans: string[] = []
    for (const node of seen) {
      const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' })
      const explained = await db.executeQuery<{ 'QUERY PLAN': string }>({
        ...sql`select 1`.compile(db),
        sql: `explain ${text}`,
        parameters,
      })
      plans.push(explained.rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  })
}

import { type model, modelTaskLabels, modelTasks } from '#contract/model.ts'
import { audit } from '#server/kernel/audit.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { every, page, type Service } from '#server/kernel/service.ts'
import { endpointRows, saveEndpoint, showEndpoint } from './endpoint-store.ts'
import { breakerOf } from './model-port.ts'
import { readyModel } from './ready-model.ts'
import { choicesOf, routesShown, saveRoute } from './route-store.ts'
import { PLATFORM, targetBook } from './targets.ts'
import { testEndpoint } from './test-endpoint.ts'

const columns = { name: 'name', baseUrl: 'base_url', status: 'status', updateTime: 'update_time' }

export const modelService: Service<typeof model> = {
  async endpoints({ db, kernel }, paging) {
    const { records, ...rest } = await page(endpointRows(db), paging, columns, ['update_time desc', 'id'])
    return { ...rest, records: records.map((row) => showEndpoint(row, breakerOf(kernel))) }
  },
  saveEndpoint,

  async removeEndpoints(context, { ids }) {
    const { db, kernel, language } = context
    const rows = await endpointRows(db).where('id', 'in', ids).execute()
    every(ids)(rows)
    const used = rows.find(({ used_for }) => used_for.length > 0)
    if (used) {
      const english = language === 'en'
      const tasks = used.used_for
        .map((task) => modelTaskLabels[task][english ? 'en' : 'zh'])
        .join(english ? ', ' : '、')
      throw new Refusal('modelInUse', { name: used.name, tasks })
    }
    await db
      .updateTable('model_endpoint')
      // a key of what is gone is kept nowhere
      .set({ is_deleted: 1, key_encrypted: '', key_tail: '' })
      .where('id', 'in', ids)
      .where('is_deleted', '=', 0)
      .execute()
    for (const row of rows) {
      const before = showEndpoint(row, breakerOf(kernel))
      await audit(context, { action: 'modelEndpoint.remove', bizType: 'modelEndpoint', bizId: row.id, before })
    }
    return {}
  },
  test: testEndpoint,
  choices: ({ db, kernel, user }) => choicesOf(kernel, db, user.tenantId),
  routes: routesShown,
  saveRoute,

  tenants: ({ kernel }) =>
    kernel.database.acrossTenants('tenants models can be offered to', (db) =>
      db
        .selectFrom('tenant')
        .where('tenant_id', '<>', PLATFORM)
        .where('status', '=', 1)
        .select(['tenant_id as tenantId', 'tenant_name as tenantName'])
        .orderBy('tenant_id')
        .limit(500)
        .execute(),
    ),

  async status({ db, kernel, user }) {
    const targets = await targetBook(kernel, { tenantId: user.tenantId, userId: user.id }, db)
    const tasks = modelTasks.map((task) => {
      const ready = readyModel(targets, task)
      const { model: name = '', endpoint = '', inside = false } = ready ?? {}
      return { task, ready: ready !== undefined, model: name, endpoint, inside }
    })
    const { used, limit } = await usageOf(db, 'llm_token')
    return { tasks, tokens: { used, limit } }
  },
}

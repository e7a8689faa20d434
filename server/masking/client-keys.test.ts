import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { clientKey } from '#contract/client-key.ts'
import { project } from '#contract/project.ts'
import { testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { openMasker } from './masker.ts'

const server = await testServer()
const admin = await server.as('admin', '钱主管')
const zxs = await server.as('zxs', '孙咨询')
const asker = { kernel: server.kernel, user: { id: zxs.userId, tenantId: zxs.tenantId } }
const errand = { purpose: 'test', endpoint: 'local' }
const masked = async (projectId: string) => {
  const masker = await openMasker(asker, { kind: 'project', id: projectId })
  return (await masker.leave(['联系人：张建国，13800138000'], errand)).texts[0] ?? ''
}

test('a client’s keys are destroyed when its name is typed, and with them what its tokens stood for; other clients keep theirs', async () => {
  const [gone, stays] = [await newProject(zxs), await newProject(zxs)]
  const [text, kept] = [await masked(gone), await masked(stays)]
  const { enterpriseId, enterpriseName } = await zxs(project.detail, { id: gone })
  const seen = await admin(clientKey.look, { enterpriseId })
  expect(seen).toEqual({ enterpriseName, keys: 1, tokens: 2 })
  const { tokens } = seen
  await expect(admin(clientKey.destroy, { enterpriseId, name: '别的客户', tokens })).rejects.toThrow(enterpriseName)
  await expect(admin(clientKey.destroy, { enterpriseId, name: enterpriseName, tokens: 1 })).rejects.toMatchObject({
    code: 409,
  })
  expect(await admin(clientKey.destroy, { enterpriseId, name: enterpriseName, tokens })).toEqual(seen)
  expect(await admin(clientKey.look, { enterpriseId })).toMatchObject({ keys: 0, tokens: 0 })
  const again = await openMasker(asker, { kind: 'project', id: gone })
  expect(again.restore(text)).toBe(text)
  expect((await openMasker(asker, { kind: 'project', id: stays })).restore(kept)).toContain('张建国')
  const { records } = await admin(audit.list, { action: 'maskKey.destroyClient', size: 5 })
  expect(records).toHaveLength(1)
})

test('only who keeps the firm’s masking may, and only over clients of the own firm', async () => {
  const projectId = await newProject(zxs)
  const { enterpriseId, enterpriseName: name } = await zxs(project.detail, { id: projectId })
  await expect(zxs(clientKey.look, { enterpriseId })).rejects.toMatchObject({ code: 403 })
  await expect(zxs(clientKey.destroy, { enterpriseId, name, tokens: 0 })).rejects.toMatchObject({ code: 403 })
  const stranger = await server.as('admin', '外所', await server.tenant())
  await expect(stranger(clientKey.look, { enterpriseId })).rejects.toMatchObject({ code: 404 })
  await expect(stranger(clientKey.destroy, { enterpriseId, name, tokens: 0 })).rejects.toMatchObject({ code: 404 })
})

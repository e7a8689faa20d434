import { expect, type Page } from '@playwright/test'

type Asked = { method: 'GET' | 'POST'; path: string; body?: unknown }

/** One call of the person signed in at a page, as its application makes it; answers the envelope's data. */
export const ask = (page: Page, asked: Asked): Promise<unknown> =>
  page.evaluate(async ({ method, path, body }) => {
    const { state } = JSON.parse(localStorage.getItem('digao.session') ?? '{}')
    const { clientId, clientSecret } = await (await fetch('/client.json')).json()
    const reply = await fetch(path, {
      method,
      headers: {
        Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
        'Sc-Auth': `bearer ${state.accessToken}`,
        'Tenant-Id': state.tenantId,
        'Content-Type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await reply.json()
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.msg}`)
    return answer.data
  }, asked)

const idOf = (data: unknown) => {
  if (typeof data === 'object' && data && 'id' in data && typeof data.id === 'string') return data.id
  throw new Error('the answer has no id')
}

/** A client and a project of it, as calls make them; answers what an address of the project carries. */
export async function projectPlace(page: Page, { name, creditCode }: { name: string; creditCode: string }) {
  const [template] = (await ask(page, {
    method: 'GET',
    path: '/sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmFilesAndSysFiles',
  })) as { id: string }[]
  const save = async (path: string, body: object) => idOf(await ask(page, { method: 'POST', path, body }))
  const enterpriseId = await save('/sc-llm/firmEnterprise/save', { enterpriseName: name, creditCode })
  const projectName = '2025年度汇算清缴'
  const projectId = await save('/sc-llm/firmProject/save', {
    enterpriseId,
    projectName,
    year: '2025',
    category: 1,
    workpaperTemplateId: template?.id,
  })
  return new URLSearchParams({ enterpriseId, projectId, projectName })
}

/** Sets a person's frame as he would, and waits until the page wears it. */
export async function dress(page: Page, settings: { language: string; shade: string }) {
  await ask(page, { method: 'POST', path: '/sc-system/preference/submit', body: { settings } })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', settings.language)
  await expect(page.locator('html')).toHaveAttribute('data-shade', settings.shade)
}

import { expect, type Page } from '@playwright/test'
import { projectPlace } from './ask.ts'
import { agree, newClient, pick } from './journey.ts'
import { signIn } from './people.ts'
import type { Meetings } from './meetings.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const panel = (page: Page) => page.locator('.frame-panel')
const says = async (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const submit = (page: Page, name = '新建项目') => dialog(page, name).getByRole('button', { name: '提交' }).click()
const refuse = (page: Page, path: string, answer: object) =>
  page.route(`**${path}*`, (route) => route.fulfill({ json: answer }))

/** Along the life of one project of one client. */
export const aboutProjects: Meetings = {
  新建项目: async (page) => {
    await signIn(page, 'admin')
    const place = await projectPlace(page, newClient(`提示测试${Date.now()}有限公司`))
    await page.goto(`/aiApp/index?enterpriseId=${place.get('enterpriseId')}`)
    await panel(page).getByRole('button', { name: '新建项目' }).click()
    await expect(dialog(page, '新建项目')).toBeVisible()
  },
  请输入项目名称: async (page) => {
    await submit(page)
    await says(page, '请输入项目名称')
  },
  请输入年度: (page) => says(page, '请输入年度'),
  请选择服务类型: (page) => says(page, '请选择服务类型'),
  获取模板列表失败: async (page) => {
    await refuse(page, '/sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmFilesAndSysFiles', { code: 500, data: {} })
    await pick(dialog(page, '新建项目').getByLabel('服务类型'), '汇算清缴鉴证')
    await says(page, '获取模板列表失败')
    await page.unrouteAll()
  },
  请选择模板: async (page) => {
    await submit(page)
    await says(page, '请选择模板')
    await dialog(page, '新建项目').getByRole('button', { name: '取消' }).click()
  },
  '项目数据确认提交后无法修改，是否确认提交？': async (page) => {
    await page.reload()
    await panel(page).getByRole('button', { name: '新建项目' }).click()
    const form = dialog(page, '新建项目')
    await form.getByLabel('项目名称').fill('又一项目')
    await form.getByLabel('年度').fill('2024')
    await form.getByLabel('年度').press('Enter')
    await pick(form.getByLabel('服务类型'), '汇算清缴鉴证')
    await pick(form.getByLabel('底稿模板'), '企业所得税汇算清缴鉴证底稿')
    await submit(page)
    await says(page, '项目数据确认提交后无法修改，是否确认提交？')
  },
  '资源数量超过限制，请购买更多资源': async (page) => {
    await refuse(page, '/sc-llm/firmProject/save', {
      code: 60002,
      msg: '资源数量超过限制，请购买更多资源',
      data: { metric: 'projects' },
    })
    await agree(page, '项目数据确认提交后无法修改，是否确认提交？')
    const limit = page.locator('.ant-modal-confirm').filter({ hasText: '资源数量超过限制，请购买更多资源' })
    await expect(limit.locator('.ant-modal-confirm-title', { hasText: '提示' })).toBeVisible()
    await expect(limit.getByRole('button', { name: '购买资源' })).toBeVisible()
    await limit.getByRole('button', { name: '取消' }).click()
    await expect(dialog(page, '新建项目').getByLabel('项目名称')).toHaveValue('又一项目')
    await page.unrouteAll()
  },
  未知错误: async (page) => {
    await refuse(page, '/sc-llm/firmProject/save', { code: 500, data: {} })
    await submit(page)
    await agree(page, '项目数据确认提交后无法修改，是否确认提交？')
    await says(page, '未知错误')
    await page.unrouteAll()
  },
  'Request failed with status code': async (page) => {
    await page.route('**/sc-llm/firmProject/save', (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
    )
    await submit(page)
    await agree(page, '项目数据确认提交后无法修改，是否确认提交？')
    await expect(page.getByText('Request failed with status code 502').first()).toBeVisible()
    await page.unrouteAll()
  },
  新建项目成功: async (page) => {
    await submit(page)
    await agree(page, '项目数据确认提交后无法修改，是否确认提交？')
    await says(page, '新建项目成功')
  },
  编辑项目: async (page) => {
    await panel(page).getByRole('button', { name: '编辑 又一项目' }).click()
    await expect(dialog(page, '编辑项目')).toBeVisible()
  },
  项目更新成功: async (page) => {
    await submit(page, '编辑项目')
    await agree(page, '项目数据确认提交后无法修改，是否确认提交？')
    await says(page, '项目更新成功')
  },
  '此操作将永久删除该项目, 是否继续?': async (page) => {
    await panel(page).getByRole('button', { name: '删除 又一项目' }).click()
    await says(page, '此操作将永久删除该项目, 是否继续?')
  },
  删除成功: async (page) => {
    await agree(page, '此操作将永久删除该项目, 是否继续?')
    await says(page, '删除成功')
  },
  '企业信息不完整，请刷新页面重试': async (page) => {
    // the enterprise goes while the dialog stands open
    await refuse(page, '/sc-llm/firmEnterprise/detailById', {
      code: 200,
      success: true,
      data: { id: '', firmId: '', enterpriseName: '无', creditCode: '' },
    })
    await page.reload()
    await says(page, '企业信息不完整，请刷新页面重试')
    await page.unrouteAll()
  },
  '页面异常，请重新进入': async (page) => {
    await page.goto('/aiApp/index')
    await says(page, '页面异常，请重新进入')
  },
}

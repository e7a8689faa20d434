import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { longLedger } from '#server/ledger/testing-ledger.ts'
import { dress, projectPlace } from './ask.ts'
import {
  type FilePayload,
  generate,
  importTicked,
  inFront,
  ledgerFiles,
  newClient,
  pick,
  settleRelation,
  upload,
} from './journey.ts'
import { faultsOf } from './page-faults.ts'
import { bookkeeper, signIn, signInAs } from './people.ts'

const csv = (name: string, text: string): FilePayload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/**
 * A small ledger whose journal has its amounts twice under one name, so that nobody can tell which pair counts, and whose
 * first voucher is a fen off.
 */
function doubtfulFiles(): FilePayload[] {
  const [balance = '', journal = ''] = longLedger(3).files.map(({ content }) => String(content))
  const doubled = journal
    .replace('1002,银行存款,0.01,', '1002,银行存款,0.02,')
    .split('\n')
    .map((line, at) => `${line},${at === 0 ? '借方金额,贷方金额' : '1.01,2.02'}`)
  return [csv('余额表2025.csv', balance), csv('序时账2025.csv', doubled.join('\n'))]
}

/** Last year's return, as a tax office's program writes one form of it. */
const lastYear = csv(
  'A105060.csv',
  'A105060 广告费,,\n税款所属期间：2024年01月01日至2024年12月31日,,\n行次,项目,广告费,佣金\n13,累计结转以后年度扣除额,88.88,0\n',
)

const closeDrawer = (drawer: Locator) => drawer.getByRole('button', { name: /^(?:Close|关闭)$/ }).click()
const card = (page: Page, version: number) =>
  inFront(page)
    .locator('.versions li')
    .filter({ hasText: `第 ${version} 版` })
const row = (scope: Page | Locator, text: string | RegExp) => scope.getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string | RegExp) => inFront(page).getByRole('tab', { name })

type Put = { version: number; words: string; title: string; reason: string }

/** Puts a version to use; where a reason is due it is asked for first. */
async function put(page: Page, { version, words, title, reason }: Put) {
  await card(page, version).getByRole('button', { name: words }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByText(`此后取数都以第 ${version} 版为准。`)).toBeVisible()
  if (reason !== '') {
    await dialog.getByRole('button', { name: words }).click()
    await expect(dialog.getByText('请写明理由')).toBeVisible()
    await dialog.getByLabel('理由').fill(reason)
  }
  await dialog.getByRole('button', { name: words }).click()
  await expect(card(page, version).getByText('当前使用')).toBeVisible()
}

test('the books: asked about, compared, read account by account, checked, traced, and measured', async ({
  browser,
  page,
}) => {
  test.slow()
  await signInAs(page, bookkeeper)
  const client = newClient('账簿测试有限公司')
  const place = await projectPlace(page, client)
  const open = (path: string, view: Record<string, string> = {}) => page.goto(`${path}?${placeWith(place, view)}`)

  await test.step('a column nobody can decide is asked about, and the answer goes on with the import', async () => {
    await open('/firmProject/financialInfo')
    await upload(page, doubtfulFiles())
    await importTicked(page)
    await card(page, 1)
      .getByRole('button', { name: /^回答 \d+ 个问题/ })
      .click({ timeout: 30_000 })
    const questions = page.getByRole('dialog', { name: /请指明/ })
    const asked = questions.getByRole('combobox')
    await expect(asked).toHaveCount(4)
    for (const [at, role] of ['借方发生额', '贷方发生额', '原币', '原币'].entries()) await pick(asked.nth(at), role)
    await questions.getByRole('button', { name: '按回答继续导入' }).click()
    await expect(card(page, 2).getByText('已核对，待启用')).toBeVisible({ timeout: 30_000 })
    await expect(inFront(page).getByText('按本次的回答').first()).toBeVisible()
  })

  await test.step('what differs is shown by its class, with the rows it is at', async () => {
    await card(page, 2).getByRole('button', { name: '查看核对报告' }).click()
    await inFront(page).getByRole('checkbox', { name: '只看有差异的' }).check()
    await expect(inFront(page).getByText('凭证借贷不平').first()).toBeVisible()
    await inFront(page)
      .getByRole('button', { name: /^(?:查看相关行|\d+ 行)$/ })
      .first()
      .click()
    const difference = page.getByRole('dialog').filter({ hasText: '原始文件中的位置' })
    await expect(difference.getByText(/序时账2025\.csv/).first()).toBeVisible()
    await closeDrawer(difference)
    await open('/firmProject/financialInfo')
  })

  await test.step('the whole ledger is a new version, compared with the one before', async () => {
    await upload(page, ledgerFiles('yonyou-u8'))
    await importTicked(page)
    await expect(card(page, 3).getByText('当前使用')).toBeVisible({ timeout: 60_000 })
    await card(page, 3).getByRole('button', { name: '第 3 版' }).click()
    await tab(page, '与其他版本比较').click()
    await inFront(page).getByRole('button', { name: '比较', exact: true }).click()
    await expect(inFront(page).getByText(/^新增 \d+ · 没有了 \d+ · 有变化 \d+/)).toBeVisible({ timeout: 30_000 })
  })

  await test.step('over blocking differences only with a reason; and back to the version that ties out', async () => {
    await put(page, { version: 2, words: '启用此版', title: '启用第 2 版', reason: '客户说第一次交来的才是定稿' })
    await put(page, { version: 3, words: '恢复到此版本', title: '恢复到第 3 版', reason: '' })
  })

  await test.step('from the trial balance to the detail ledger, a voucher, and its document', async () => {
    await inFront(page).locator('.book-switch').getByText('账簿').click()
    await row(inFront(page), /^1002\b/).click()
    const detail = inFront(page).getByRole('table', { name: '明细账' })
    await expect(row(detail, '期初余额')).toBeVisible()
    await expect(row(detail, '1 月 本月合计')).toBeVisible()
    await expect(inFront(page).getByText('与余额表期末相符')).toBeVisible()
    await pick(inFront(page).getByRole('combobox', { name: '月份' }), '5 月')
    await expect(row(detail, '5 月 本年累计')).toBeVisible()
    await expect(row(detail, '1 月 本月合计')).toBeHidden()
    await inFront(page).getByLabel('金额从（元）').fill('1,000')
    await inFront(page).getByLabel('金额从（元）').press('Enter')
    await expect(inFront(page).getByText('已筛选')).toBeVisible()
    await page.reload()
    await expect(row(detail, '合计')).toBeVisible()
    await detail.locator('.row-opens').first().click()
    const voucher = page.getByRole('dialog', { name: /^凭证/ })
    await expect(voucher.locator('tr[data-marked]')).toBeVisible()
    await voucher
      .locator('.voucher-files input[type=file]')
      .setInputFiles(csv('银行回单.csv', '日期,金额\n2025-05-06,1\n'))
    await expect(voucher.getByText('银行回单.csv')).toBeVisible()
    await voucher.locator('tbody tr:not([data-marked]) a.account-link').first().click()
    await expect(voucher).toBeHidden()
    await expect(inFront(page).getByRole('combobox', { name: '月份' })).toBeVisible()
    await expect(row(detail, '期初余额')).toBeVisible()
  })

  await test.step('vouchers by month and amount; one opens beside the list', async () => {
    await tab(page, '凭证列表').click()
    await pick(inFront(page).getByRole('combobox', { name: '月份' }), '5 月')
    await inFront(page).getByLabel('金额从（元）').fill('10000')
    await inFront(page).getByLabel('金额从（元）').press('Enter')
    await expect(inFront(page).getByText(/^共 \d+ 张$/)).toBeVisible()
    await row(inFront(page), /2025-05-/)
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: /^凭证/ })).toBeVisible()
    await closeDrawer(page.getByRole('dialog', { name: /^凭证/ }))
    await expect(page).toHaveURL(/v\.vouchers\.month=05/)
  })

  await test.step('the statement of completeness, and what each file feeds', async () => {
    await open('/firmProject/runprepare')
    await expect(inFront(page).getByRole('status').filter({ hasText: '全部勾稽相符' })).toBeVisible()
    const coming = page.waitForEvent('download')
    await expect(inFront(page).getByRole('region', { name: '账套完整性声明' })).toBeVisible()
    await inFront(page).getByRole('button', { name: '下载' }).click()
    expect((await coming).suggestedFilename()).toContain('账套完整性声明')
    await open('/file-mapping/index')
    await expect(inFront(page).getByRole('heading', { name: '月份 × 文件' })).toBeVisible()
    await expect(inFront(page).getByText('1–12 月齐全')).toBeVisible()
    await expect(inFront(page).getByRole('heading', { name: '文件和它们的去处' })).toBeVisible()
  })

  await test.step('papers, for what follows to look into', async () => {
    await open('/firmProject/buildrelationbill')
    await settleRelation(page)
    await open('/firmProject/genbillvalue')
    await generate(page)
  })

  await test.step('earlier years: a return is read, a figure put by hand, and taken into the project', async () => {
    await open('/initData')
    await inFront(page).getByLabel('上传 2024 年度的申报表或科目余额表').setInputFiles(lastYear)
    await expect(inFront(page).getByText('申报表数据 2 项')).toBeVisible({ timeout: 30_000 })
    await inFront(page).getByRole('button', { name: '手工添加' }).click()
    const byHand = page.getByRole('dialog', { name: '手工添加 2024 年度数据' })
    await byHand.getByLabel('单元格').fill('A106000.11.9')
    await byHand.getByLabel('金额（元）').fill('1,234.50')
    await byHand.getByLabel('依据').fill('税务局受理回执')
    await byHand.getByRole('button', { name: '保存' }).click()
    await expect(row(inFront(page), 'A106000.11.9')).toContainText('1,234.50')
    await inFront(page).getByRole('button', { name: '带入项目' }).click()
    const proposals = page.getByRole('dialog', { name: /^带入/ })
    await proposals.getByRole('button', { name: /^确认带入（[1-9]/ }).click()
    await expect(page.getByText(/^已带入 \d+ 项$/)).toBeVisible()
  })

  await test.step('the chain in columns, drawn, and as a table that is written as csv', async () => {
    await open('/table-info/index')
    const finder = inFront(page).getByRole('combobox', { name: '查找：科目、名称、凭证号、金额、摘要' })
    await finder.fill('业务招待费')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await expect(inFront(page).locator('.chain-here')).toBeVisible()
    const views = inFront(page).getByRole('radiogroup', { name: '查看方式' })
    await views.getByText('图', { exact: true }).click()
    await expect(inFront(page).getByRole('region', { name: '账表链图' }).locator('svg')).toBeVisible()
    await views.getByText('明细表').click()
    await expect(inFront(page).getByText(/^共 \d+ 行$/)).toBeVisible()
    await inFront(page).getByRole('button', { name: '导出 CSV' }).click()
    const coming = page.waitForEvent('download')
    await page.locator('.ant-notification').getByRole('button', { name: '下载' }).click({ timeout: 30_000 })
    expect((await coming).suggestedFilename()).toMatch(/^账表链_.*\.csv$/)
  })

  await test.step('vouchers checked by rule, a hit decided, and a sample drawn', async () => {
    await open('/voucher-check/index')
    await inFront(page).getByRole('button', { name: '运行检查' }).click()
    const checks = inFront(page).getByRole('navigation', { name: '36 条检查' })
    await checks
      .getByRole('button', { name: /待处置/ })
      .first()
      .click({ timeout: 60_000 })
    await inFront(page).getByRole('row').nth(1).getByRole('checkbox').check()
    await inFront(page).getByRole('button', { name: '处置所选' }).click()
    const decision = page.getByRole('dialog', { name: '处置 1 项命中' })
    await decision.getByRole('radio', { name: /^待查/ }).check()
    await decision.getByLabel('理由').fill('请企业补充合同')
    await decision.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已处置 1 项')).toBeVisible()
    await tab(page, '抽凭').click()
    await inFront(page).getByRole('button', { name: '抽取样本' }).click()
    const drawing = page.getByRole('dialog', { name: '抽取样本' })
    await drawing.getByLabel('样本名称').fill('费用抽凭')
    await drawing.getByLabel('样本量（空为按公式计算）').fill('5')
    await drawing.getByRole('button', { name: '抽取样本' }).click()
    await expect(inFront(page).getByRole('region', { name: '错报推断' })).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the firm sets a warning value; the consultant explains an indicator', async () => {
    const chief = await (await browser.newContext()).newPage()
    await signIn(chief, 'administrator')
    await chief.goto('/swjc/index?v.tab=thresholds')
    await inFront(chief).getByRole('button', { name: '新增预警值' }).first().click()
    const form = chief.getByRole('dialog', { name: '新增预警值' })
    await form.getByLabel('指标').click()
    await chief.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await form.getByLabel('下限').fill('0.05')
    await form.getByLabel('来源').fill('本所经验值')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(row(inFront(chief), '本所经验值')).toBeVisible()
    await chief.context().close()
    await open('/swjc/index')
    const indicators = inFront(page).getByRole('table', { name: '税务稽查指标' })
    await indicators.getByRole('row').nth(1).getByRole('button').first().click()
    const drawer = page.getByRole('dialog').filter({ hasText: '要说明的问题' })
    await drawer.getByLabel('说明').fill('与上年口径一致，差异为新增产线投产')
    await drawer.getByRole('button', { name: '保存说明' }).click()
    await expect(page.getByText('已保存，并写入底稿 F04')).toBeVisible()
  })

  await test.step('in English on a telephone every screen fits, and axe finds nothing serious', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await dress(page, { language: 'en', shade: 'light' })
    const faults: string[] = []
    for (const [path, view] of long ? screens : screens.slice(0, 3)) {
      await open(path, view)
      await expect(inFront(page).getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.bone:visible')).toHaveCount(0)
      const found = await faultsOf(page, new AxeBuilder({ page }).include('.tab-page'))
      faults.push(...found.map((fault) => `${path} ${JSON.stringify(view)}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})

/** A long run looks at all of them. */
const long = process.env['DIGAO_LONG'] === '1'
const screens: [string, Record<string, string>][] = [
  ['/firmProject/financialInfo', { show: 'detail', 'detail.account': '1002' }],
  ['/file-mapping/index', {}],
  ['/voucher-check/index', { tab: 'samples' }],
  ['/firmProject/financialInfo', {}],
  ['/firmProject/financialInfo', { show: 'balance' }],
  ['/firmProject/financialInfo', { show: 'vouchers' }],
  ['/firmProject/runprepare', {}],
  ['/initData', {}],
  ['/table-info/index', { view: 'table', kind: 'account', ref: '1002' }],
  ['/voucher-check/index', {}],
  ['/swjc/index', {}],
]

function placeWith(place: URLSearchParams, view: Record<string, string>) {
  const query = new URLSearchParams(place)
  for (const [name, value] of Object.entries(view)) query.set(`v.${name}`, value)
  return query.toString()
}

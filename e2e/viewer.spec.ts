import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { SHEET_PURPOSE } from '#contract/sheet-file.ts'
import { viewer } from '#contract/viewer.ts'
import { testDocx } from '#server/document/testing-documents.ts'
import { inFront } from './journey.ts'
import { callAs } from './paper-project.ts'
import { signIn } from './people.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const evil = 'https://evil.example/beacon.png'
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" onload="alert(1)"><script>alert(2)</script><image href="${evil}" width="9" height="9"/><rect width="300" height="200" fill="#0f6e6e"/></svg>`
const html = `<!doctype html><html><body onload="alert(3)"><img src="${evil}"><script>alert(4)</script></body></html>`
const word = testDocx('<w:p><w:r><w:t>关联交易说明</w:t></w:r></w:p>', {
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
})

/** Ten shapes of ten of ten …: a few lines that a browser would draw for hours. */
const laughs = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><defs><g id="a0"><rect width="2" height="2"/></g>${Array.from(
  { length: 11 },
  (_, at) => `<g id="a${at + 1}">${'<use href="#a'.concat(String(at), '"/>').repeat(10)}</g>`,
).join('')}</defs><use href="#a11"/></svg>`
/** The same, by an animation that names the shape, and by a style. */
const hidden = [
  laughs.replace(
    '<use href="#a11"/>',
    '<use href="#a0"><animate attributeName="href" values="#a0;#a11" dur="1s"/></use>',
  ),
  laughs
    .replaceAll('<use href', '<use fill="red" href')
    .replace('<use fill="red" href="#a11"/>', '<rect class="x" width="9" height="9"/>')
    .replace('<defs>', '<style>.x{fill:url(#p)}</style><defs>')
    .replace('</defs>', '<pattern id="p" width="9" height="9"><use href="#a11"/></pattern></defs>'),
  `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/svg+xml;base64,${Buffer.from(laughs).toString('base64')}" width="9" height="9"/></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><image href="data&#58;image/svg+xml;base64,${Buffer.from(laughs)
    .toString('base64')
    .replace(/(.{60})/g, '$1\n')}" width="9" height="9"/></svg>`,
  laughs
    .replace('<use href="#a11"/>', '<rect style="fill:url(\\23 p)" width="9" height="9"/>')
    .replace('</defs>', '<pattern id="p" width="9" height="9"><use href="#a11"/></pattern></defs>'),
  '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="#b"/><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g></svg>',
]
/** A second of silence. */
const silence = Buffer.concat([
  Buffer.from(
    'RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x40\x1f\0\0',
    'latin1',
  ),
  Buffer.alloc(8000, 128),
])

const viewerPath = (query: Record<string, string>) => `/file-viewer/index?${new URLSearchParams(query).toString()}`

/** Puts a file among the person's own, as the page's own code would. */
async function put(page: Page, name: string, content: Buffer | Uint8Array | string): Promise<string> {
  const sent = {
    name,
    content: Buffer.from(content).toString('base64'),
    path: file.upload.path,
    purpose: SHEET_PURPOSE,
  }
  return page.evaluate(async ({ name: called, content: bytes, path, purpose }) => {
    const { state } = JSON.parse(localStorage.getItem('digao.session') ?? '{}') as {
      state: { accessToken: string; userId: string }
    }
    const form = new FormData()
    form.set('purpose', purpose)
    form.set('ownerId', state.userId)
    form.set('file', new Blob([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))]), called)
    const reply = await fetch(path, {
      method: 'POST',
      body: form,
      headers: { 'Sc-Auth': `bearer ${state.accessToken}` },
    })
    return ((await reply.json()) as { data: { id: string } }).data.id
  }, sent)
}

test('files of each kind are read in the browser, and nothing in them runs or asks elsewhere', async ({ page }) => {
  const asked: string[] = []
  const spoken: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => {
    spoken.push(dialog.message())
    void dialog.dismiss()
  })
  await signIn(page, 'zxs')
  const front = inFront(page)
  const open = async (name: string, content: Buffer | Uint8Array | string, more: Record<string, string> = {}) => {
    const fileId = await put(page, name, content)
    await page.goto(viewerPath({ fileId, fileName: name, ...more }))
    await expect(front.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  /** Serious faults of accessibility; the library's own grid and script-less frames are not looked into. */
  const looked = async (name: string) => {
    const { violations } = await new AxeBuilder({ page }).include('.view-body').options({ iframes: false }).analyze()
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(grave.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
  }

  await test.step('a PDF: pages, words to find, keys', async () => {
    await open('申报表.pdf', fixture('documents/pdflib-normal.pdf'), { find: 'penalty' })
    await expect(front.locator('.textLayer .highlight').first()).toBeVisible()
    await expect(front.locator('.view-found')).toHaveText(/\d+ \/ \d+/)
    await front.getByRole('region', { name: '第 1 页' }).click()
    await page.keyboard.press('End')
    await expect(front.getByRole('spinbutton', { name: '页码' })).toHaveValue('2')
    await page.keyboard.press('/')
    await expect(front.getByRole('textbox', { name: '在文件中查找' })).toBeFocused()
    await looked('PDF')
  })
  await test.step('a PDF under a password, and a broken one', async () => {
    await open('加密.pdf', fixture('documents/pdflib-encrypted_new.pdf'))
    await front.getByLabel('密码', { exact: true }).fill('wrong')
    await front.getByRole('button', { name: '打开' }).click()
    await expect(front.getByText('密码不正确，请重新输入')).toBeVisible()
    await open('坏.pdf', '%PDF-1.4 cut off')
    await expect(front.getByText('这个 PDF 已损坏')).toBeVisible()
  })
  await test.step('an OFD invoice with its seal and its data', async () => {
    await open('发票.ofd', fixture('documents/einvoice-sample-with-xml-attachment.ofd'))
    await expect(front.getByRole('img', { name: '第 1 页' })).toBeVisible()
    await expect(front.locator('svg text', { hasText: '叁佰壹拾捌圆整' })).toBeVisible()
    await expect(front.getByRole('complementary', { name: '票面数据' })).toContainText('科游迈利有限公司')
    await looked('OFD')
  })
  await test.step('a Word document in a frame where nothing runs', async () => {
    await open('说明.docx', word)
    await expect(front.frameLocator('iframe').getByText('关联交易说明')).toBeVisible()
    await expect(front.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin allow-modals')
  })
  await test.step('drawings, web pages and Markdown that want more than to be read', async () => {
    await open('图.svg', svg)
    await expect(front.getByRole('img', { name: '图片“图.svg”' })).toHaveJSProperty('naturalWidth', 300)
    for (const drawing of [laughs, ...hidden]) {
      await open('大笑.svg', drawing)
      await expect(front.getByText('画出来会让浏览器停住，这里按文本显示')).toBeVisible()
    }
    await open('页.html', html)
    await expect(front.getByText('<script>alert(4)</script>')).toBeVisible()
    await open('说明.md', `# 说明\n\n<script>alert(5)</script>\n\n![像](${evil})`)
    await expect(front.getByRole('heading', { name: '说明', exact: true })).toBeVisible()
  })
  await test.step('tables of other encodings, opened at a cell', async () => {
    await open('对账单.csv', fixture('odd/alipay-gb18030-preamble.csv'), { cell: 'A5' })
    await expect(front.locator('.view-sheet')).toContainText('Sheet1')
  })
  await test.step('archives, what cannot be shown, and what is not there', async () => {
    await open('资料.zip', fixture('viewer/names-gbk.zip'))
    await expect(front.getByRole('cell', { name: '资料/银行回单.txt' })).toBeVisible()
    await expect(front.getByRole('link', { name: /越界|加密/ })).toHaveCount(0)
    await looked('archive')
    await front.getByRole('link', { name: '查看“资料/银行回单.txt”' }).click()
    await expect(front.getByRole('heading', { level: 1, name: '银行回单.txt' })).toBeVisible()
    await expect(front.getByRole('button', { name: '编辑' })).toHaveCount(0)
    await open('程序.bin', Buffer.from([0, 1, 2, 3, 0, 255]))
    await expect(front.getByRole('heading', { name: '这种文件不能在浏览器中查看' })).toBeVisible()
    await page.goto(viewerPath({ fileId: '00000000-0000-4000-8000-000000000000' }))
    await expect(front.getByText('数据不存在，或已被删除')).toBeVisible()
    await page.goto('/file-viewer/index?fileLink=https%3A%2F%2F10.0.0.1%2Fa.pdf')
    // an address alone makes the server fetch nothing
    await expect(front.getByText('这个文件在 10.0.0.1')).toBeVisible()
    expect(asked.filter((url) => url.includes('/viewer/link'))).toEqual([])
    await front.getByRole('button', { name: '取来查看' }).click()
    await expect(front.getByText('“10.0.0.1”在内部网络中')).toBeVisible()
  })
  await test.step('a recording, by an address that is no session', async () => {
    await open('访谈.wav', silence)
    const player = front.locator('audio')
    await expect(player).toHaveJSProperty('duration', 1)
    expect(asked.filter((url) => /[?&]Sc-Auth=/i.test(url))).toEqual([])
    // the address ends while it is paused: the page asks for another and goes on
    await page.route('**/viewer/media?*', (route) => route.fulfill({ status: 401 }), { times: 1 })
    const before = await player.evaluate((one: HTMLMediaElement) => {
      const { currentSrc } = one
      one.load()
      return currentSrc
    })
    await expect(player).not.toHaveJSProperty('currentSrc', before)
    await expect(player).toHaveJSProperty('duration', 1)
  })
  expect(spoken).toEqual([])
  const own = new URL(page.url()).origin
  const inside = [own, 'data:', 'blob:']
  expect(asked.filter((url) => !inside.some((start) => url.startsWith(start)))).toEqual([])
})

test('a file is saved from the viewer to the disk', async ({ page }) => {
  await signIn(page, 'zxs')
  const front = inFront(page)
  const fileId = await put(page, '回单.txt', '回单 100.00')
  await page.goto(viewerPath({ fileId, fileName: '回单.txt' }))
  await expect(front.getByText('回单 100.00')).toBeVisible()
  await front.getByRole('button', { name: '保存到云盘' }).click()
  const dialog = page.getByRole('dialog', { name: '保存到云盘' })
  await dialog.getByRole('treeitem').first().click()
  await dialog.getByRole('button', { name: '选择此处' }).click()
  await expect(page.getByText(/“回单\.txt”已保存到/)).toBeVisible()
})

test('one goes from file to file of a folder without going back', async ({ page }) => {
  await signIn(page, 'zxs')
  const front = inFront(page)
  const spaces = await callAs(page, disk.spaces, {})
  const parentId = spaces.find(({ type }) => type === 'user')?.rootId ?? ''
  const folder = await callAs(page, disk.makeFolder, { parentId, name: `回单${Math.floor(Math.random() * 1e6)}` })
  for (const name of ['1月.txt', '2月.txt', '3月.txt'])
    await callAs(page, viewer.keep, { fileId: await put(page, name, `回单 ${name}`), parentId: folder.id })
  await page.goto(`/firm/userDisk?v.folder=${folder.id}`)
  await front.getByText('1月.txt').first().dblclick()
  await expect(front.getByText('1 / 3')).toBeVisible()
  await page.keyboard.press('j')
  await expect(front.getByText('回单 2月.txt')).toBeVisible()
  await front.getByRole('button', { name: '下一个文件（J）：3月.txt' }).click()
  await expect(front.getByText('回单 3月.txt')).toBeVisible()
  // at the end the focus stands on the way back
  await expect(front.getByRole('button', { name: '上一个文件（K）：2月.txt' })).toBeFocused()
  await expect(front.getByRole('button', { name: '后面没有文件了' })).toBeDisabled()
  // one tab, which each file took over
  await expect(page.locator('li.tab', { hasText: /月\.txt/ })).toHaveCount(1)
})

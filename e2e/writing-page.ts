import { expect, type Page } from '@playwright/test'
import { writing } from '#contract/writing.ts'
import { inFront } from './journey.ts'
import { callAs } from './paper-project.ts'

export const button = (page: Page, name: string | RegExp) => inFront(page).getByRole('button', { name })
export const textOf = (page: Page) => inFront(page).getByRole('textbox', { name: '正文', exact: true })
export const saved = (page: Page) => expect(inFront(page).getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
/** The page may write: the tools stand above the text. */
export const mayWrite = (page: Page) => expect(inFront(page).getByRole('toolbar', { name: '编辑工具' })).toBeVisible()

/** Writes behind the last words of the document. */
export async function write(page: Page, words: string) {
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}
/** A new document of one's own through a call, opened. */
export async function openNew(page: Page, title: string, kind: 'word' | 'content' = 'word') {
  const { id } = await callAs(page, writing.create, { kind, title })
  await page.goto(`${kind === 'word' ? '/wordonline/index' : '/ai-content-editor'}?v.doc=${id}`)
  await mayWrite(page)
  return id
}

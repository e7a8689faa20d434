import { beforeEach, expect, test, vi } from 'vitest'
import { useLanguage } from '#web/kernel/language.ts'
import { titleBefore } from './page-title.ts'

const session = new Map<string, string>()
beforeEach(() => {
  session.clear()
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => session.get(name) ?? null })
  return () => vi.unstubAllGlobals()
})

test('a window is called after the firm home, in education after the training platform, until its page is known', () => {
  expect(titleBefore('/info/index')).toBe('事务所主页')
  expect(titleBefore('/edu/classManage')).toBe('AI智能实训平台')
  useLanguage.setState({ language: 'en' })
  expect([titleBefore('/'), titleBefore('/edu/index')]).toEqual(['Firm home', 'AI training platform'])
})

test('and in the same session as it was called before', () => {
  session.set('digao.title', '企业管理 · 底稿')
  expect(titleBefore('/edu/index')).toBe('企业管理 · 底稿')
})

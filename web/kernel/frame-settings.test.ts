import { beforeAll, beforeEach, expect, test } from 'vitest'
import { itemKey } from './local-item.ts'
import { windowOf } from './testing-window.ts'

const win = windowOf()
// The stores take their storage when they are loaded: the window has to be there before.
const load = async () => ({
  ...(await import('./frame-settings.ts')),
  ...(await import('./language.ts')),
  ...(await import('./session.ts')),
  ...(await import('./theme.ts')),
})
let web: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  web = await load()
})
const signIn = (userId: string) => web.useSession.setState({ userId })
const shown = () => ({
  ...web.useFrameSettings.getState(),
  language: web.useLanguage.getState().language,
  theme: web.useTheme.getState().name,
  shade: web.useTheme.getState().choice,
})
beforeEach(() => {
  signIn('')
  win.storage.clear()
  web.useLanguage.setState({ language: 'zh-CN' })
  web.useTheme.setState({ name: 'default', choice: 'system' })
})

test('the frame begins with the menu at the left and every part on', () => {
  signIn('li')
  const { navigation, collapsed, ...parts } = web.useFrameSettings.getState()
  expect([navigation, collapsed]).toEqual(['side', false])
  expect(Object.keys(parts)).toEqual([...web.frameParts])
  expect(Object.values(parts)).not.toContain(false)
})
test('what a person set is there when he signs in again, and another sees nothing of it', () => {
  signIn('li')
  web.switchPart('tabs', false)
  web.useFrameSettings.setState({ navigation: 'top' })
  web.useLanguage.getState().speak('en')
  web.useTheme.getState().pick('theme-vip')
  signIn('')
  signIn('chen')
  expect(shown()).toMatchObject({ tabs: true, navigation: 'side', language: 'zh-CN', theme: 'default' })
  signIn('')
  signIn('li')
  expect(shown()).toMatchObject({ tabs: false, navigation: 'top', language: 'en', theme: 'theme-vip' })
})
test('a language chosen at the sign-in page is that of whoever signs in, and is told to the server', () => {
  signIn('li')
  signIn('')
  web.useLanguage.getState().speak('en')
  signIn('chen')
  expect(shown().language).toBe('en')
  expect(web.unsavedSettings('chen')).toEqual({ language: 'en' })
})
test('a new browser shows what the server knows', () => {
  signIn('li')
  web.hearSettings('li', { collapsed: true, language: 'en', theme: 'theme-bule', shade: 'dark' })
  expect(shown()).toMatchObject({ collapsed: true, language: 'en', theme: 'theme-bule', shade: 'dark' })
  expect(web.unsavedSettings('li')).toEqual({})
})
test('what was changed before the server answered counts, the rest is the server’s', () => {
  signIn('li')
  web.switchPart('search', false)
  web.hearSettings('li', { search: true, tabs: false })
  expect(shown()).toMatchObject({ search: false, tabs: false })
  expect(web.unsavedSettings('li')).toEqual({ search: false })
})
test('what the server has taken is not told again, unless it changed meanwhile', () => {
  signIn('li')
  web.switchPart('lock', false)
  web.switchPart('debug', false)
  const sent = web.unsavedSettings('li')
  web.switchPart('debug', true)
  web.markSaved('li', sent)
  expect(web.unsavedSettings('li')).toEqual({ debug: true })
})
test('what could not be told is told at the next sign-in', () => {
  signIn('li')
  web.switchPart('menu', false)
  signIn('')
  signIn('li')
  expect(web.unsavedSettings('li')).toEqual({ menu: false })
})
test('broken and unknown values fall back to what the product comes with', () => {
  signIn('li')
  web.hearSettings('li', {
    navigation: 'diagonal',
    tabs: 'yes',
    theme: 'theme-gone',
    language: 7,
    other: 1,
    collapsed: true,
  })
  expect(shown()).toMatchObject({
    navigation: 'side',
    tabs: true,
    theme: 'default',
    language: 'zh-CN',
    collapsed: true,
  })
  expect(shown()).not.toHaveProperty('other')
  win.storage.setItem(itemKey('frame.li'), '{broken')
  signIn('')
  signIn('li')
  expect(shown()).toMatchObject({ tabs: true, collapsed: false })
})
test('somebody else’s settings that come late change nothing', () => {
  signIn('li')
  signIn('chen')
  web.hearSettings('li', { tabs: false })
  expect(shown().tabs).toBe(true)
})
test('a change in another window shows here', () => {
  signIn('li')
  web.switchPart('tabs', false)
  const kept = win.storage.getItem(itemKey('frame.li')) ?? ''
  web.switchPart('tabs', true)
  win.storage.setItem(itemKey('frame.li'), kept)
  web.followOtherWindow({ key: itemKey('frame.li') })
  expect(shown().tabs).toBe(false)
})
test('a menu that cannot be collapsed stands open', () => {
  signIn('li')
  web.useFrameSettings.setState({ collapsed: true })
  web.switchPart('collapse', false)
  expect(shown()).toMatchObject({ collapse: false, collapsed: false })
})
test('the defaults come back all at once', () => {
  signIn('li')
  web.useFrameSettings.setState({ navigation: 'top', tabs: false, lock: false })
  web.resetFrame()
  expect(shown()).toMatchObject({ navigation: 'side', tabs: true, lock: true })
})

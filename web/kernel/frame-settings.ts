import { z } from 'zod'
import { create } from 'zustand'
import { itemKey, keepItem, keptItem } from './local-item.ts'
import { useLanguage } from './language.ts'
import { useSession } from './session.ts'
import { themeNames, useTheme } from './theme.ts'

/** The parts of the frame a person can switch off (specification, section 9: all on). */
export const frameParts = [
  'tabs', 'collapse', 'search', 'fullscreen', 'theme', 'menu', 'debug', 'lock', 'screenshot',
] as const // prettier-ignore
export type FramePart = (typeof frameParts)[number]

const on = z.boolean().catch(true)
const Frame = z.object({
  /** The menu at the left, or as dropdowns in the head. */
  navigation: z.enum(['side', 'top']).catch('side'),
  /** The left menu as icons only. */
  collapsed: z.boolean().catch(false),
  tabs: on,
  collapse: on,
  search: on,
  fullscreen: on,
  theme: on,
  menu: on,
  debug: on,
  lock: on,
  screenshot: on,
})
const Appearance = z.object({
  language: z.enum(['zh-CN', 'en']).catch('zh-CN'),
  theme: z.enum(themeNames).catch('default'),
  shade: z.enum(['light', 'dark', 'system']).catch('system'),
})
/** Whatever it is given becomes settings: what is unknown is left out, what is broken falls back. */
const Settings = Frame.extend(Appearance.shape)
type Settings = z.output<typeof Settings>

export type FrameSettings = z.output<typeof Frame>
/** A person's frame. Language, theme and shade stand in their own stores and are kept along with it. */
export const useFrameSettings = create<FrameSettings>(() => Frame.parse({}))

/** `unsaved`: what the server has not heard yet. */
const Mirror = z.object({
  settings: z.record(z.string(), z.unknown()).catch({}),
  unsaved: z.array(z.string()).catch([]),
})
type Mirror = z.output<typeof Mirror>

const OWNER = 'frameOwner'
const nameOf = (userId: string) => `frame.${userId}`
const mirrorOf = (userId: string): Mirror | undefined => Mirror.safeParse(keptItem(nameOf(userId))).data

let owner = ''
/** While settings are put in place from outside, nobody has changed anything. */
let placing = false

const appearance = () => {
  const { name, choice } = useTheme.getState()
  return { language: useLanguage.getState().language, theme: name, shade: choice }
}
const settingsNow = (): Settings => ({ ...useFrameSettings.getState(), ...appearance() })
const picked = (settings: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))
const differing = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Object.keys(one).filter((name) => one[name] !== other[name])

function put(given: Record<string, unknown>) {
  const settings = Settings.parse(given)
  placing = true
  useFrameSettings.setState(Frame.parse(settings))
  const now = appearance()
  if (settings.language !== now.language) useLanguage.getState().speak(settings.language)
  if (settings.shade !== now.shade) useTheme.getState().choose(settings.shade)
  if (settings.theme !== now.theme) useTheme.getState().pick(settings.theme)
  placing = false
}

const keep = (unsaved: string[]) => keepItem(nameOf(owner), { settings: settingsNow(), unsaved } satisfies Mirror)

const listeners = new Set<() => void>()
/** Hears that a person changed his frame; answers the stop. */
export function onFrameChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function changed() {
  if (placing || !owner) return
  const { settings, unsaved } = mirrorOf(owner) ?? { settings: Settings.parse({}), unsaved: [] }
  const fresh = differing(settingsNow(), settings)
  if (fresh.length === 0) return
  keep([...new Set([...unsaved, ...fresh])])
  for (const listener of listeners) listener()
}

/**
 * Somebody signed in, or the window was loaded: his frame as this browser knows it, before the server says. Language and theme
 * chosen while nobody was signed in are his; those of who was here before are not.
 */
function takeOver(userId: string) {
  owner = userId
  if (!userId) {
    placing = true
    useFrameSettings.setState(Frame.parse({}))
    placing = false
    return
  }
  const last = keptItem(OWNER)
  const before = typeof last === 'string' ? mirrorOf(last) : undefined
  const now = appearance()
  const chosen = differing(now, Appearance.parse(before?.settings ?? {}))
  const own = mirrorOf(userId)
  put({ ...own?.settings, ...picked(now, chosen) })
  keep([...new Set([...(own?.unsaved ?? []), ...chosen])])
  keepItem(OWNER, userId)
}

/** What the server knows of somebody's frame: it counts, except for what was changed here and it has not heard yet. */
export function hearSettings(userId: string, settings: Record<string, unknown>) {
  if (userId !== owner) return
  const unsaved = mirrorOf(userId)?.unsaved ?? []
  put({ ...settings, ...picked(settingsNow(), unsaved) })
  keep(unsaved)
}

/** What the server has not heard yet. */
export const unsavedSettings = (userId: string): Record<string, unknown> =>
  userId === owner ? picked(settingsNow(), mirrorOf(userId)?.unsaved ?? []) : {}

/** The server has taken these; what was changed again meanwhile stays unsaved. */
export function markSaved(userId: string, sent: Record<string, unknown>) {
  if (userId !== owner) return
  const now: Record<string, unknown> = settingsNow()
  keep((mirrorOf(userId)?.unsaved ?? []).filter((name) => !(name in sent) || now[name] !== sent[name]))
}

/** Another window of the same person changed it. Not the theme: to and from mac-os would load this window anew. */
export function followOtherWindow({ key }: Pick<StorageEvent, 'key'>) {
  const kept = owner && key === itemKey(nameOf(owner)) ? mirrorOf(owner) : undefined
  if (kept) put({ ...kept.settings, theme: useTheme.getState().name })
}

/** All as the product comes. */
export const resetFrame = () => useFrameSettings.setState(Frame.parse({}))

/** Switches a part of the frame on or off; a menu that cannot be collapsed stands open. */
export const switchPart = (part: FramePart, is: boolean) =>
  useFrameSettings.setState({ [part]: is, ...(part === 'collapse' && { collapsed: false }) })

takeOver(useSession.getState().userId)
useSession.subscribe((now, before) => {
  if (now.userId !== before.userId) takeOver(now.userId)
})
useFrameSettings.subscribe(changed)
useLanguage.subscribe(changed)
useTheme.subscribe(changed)

import { useCallback } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { fill, type Language, type Params, type Text } from '#contract/texts.ts'

/** The texts of one area of the web, both languages side by side: `{ save: { zh: '保存', en: 'Save' } }`. */
export type Catalog = Record<string, Text>

type LanguageState = { language: Language; speak: (language: Language) => void }
/** The language a person reads in; kept in the browser. Switching needs no reload. */
export const useLanguage = create<LanguageState>()(
  persist(
    (set) => ({
      language: 'zh-CN',
      speak: (language) => {
        document.documentElement.lang = language
        set({ language })
      },
    }),
    { name: 'digao.language' },
  ),
)
/** The language outside React. */
export const nowLanguage = () => useLanguage.getState().language

/** What stands between the things of a list, and between clauses, in the language of now. */
export const listMark = () => (nowLanguage() === 'en' ? ', ' : '、')
export const clauseMark = () => (nowLanguage() === 'en' ? '; ' : '；')

/** One text of a catalog in a language; a missing parameter shows as its name. */
export const sayIn = <C extends Catalog>(catalog: C, key: keyof C & string, language: Language, params?: Params) => {
  const entry = catalog[key]
  return entry ? fill(language === 'en' ? entry.en : entry.zh, params) : key
}

/** `say(text)` in the current language, for a text that stands by itself. */
export function useSay() {
  const language = useLanguage((state) => state.language)
  return useCallback((text: Text) => (language === 'en' ? text.en : text.zh), [language])
}

/** `t(key, params)` over a catalog, in the current language; a component that uses it follows a switch. */
export function useTexts<C extends Catalog>(catalog: C) {
  const language = useLanguage((state) => state.language)
  return useCallback(
    (key: keyof C & string, params?: Params) => sayIn(catalog, key, language, params),
    [catalog, language],
  )
}

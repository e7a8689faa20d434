import { useEffect, useLayoutEffect } from 'react'
import { nowLanguage, sayIn } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

const KEY = 'digao.title'

/** What the window is called before its page is known: as it was in this session, else after the house or the school. */
export const titleBefore = (pathname: string) =>
  sessionStorage.getItem(KEY) ?? sayIn(texts, pathname.startsWith('/edu') ? 'educationTitle' : 'title', nowLanguage())

/** Calls the window something as long as its page is not known. */
export function useTitleBefore() {
  useLayoutEffect(() => {
    document.title = titleBefore(location.pathname)
  }, [])
}

/** Calls the window after the page in front, and remembers it for this session. */
export function useWindowTitle(name: string) {
  useEffect(() => {
    document.title = `${name} · ${sayIn(texts, 'product', nowLanguage())}`
    sessionStorage.setItem(KEY, document.title)
  }, [name])
}

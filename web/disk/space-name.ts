import { useQuery } from '@tanstack/react-query'
import { createContext } from 'react'
import { disk } from '#contract/disk.ts'
import type { DiskSpace } from '#contract/disk-shapes.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { texts } from './texts.ts'

/** `named(space)`: the space under the name people read: the firm's and one's own are called what their pages are. */
export function useNamed(): <S extends Pick<DiskSpace, 'type' | 'ownerId' | 'name'>>(space: S) => S {
  const t = useTexts(texts)
  const { userId } = useSession()
  return (space) => {
    if (space.type === 'user' && space.ownerId === userId) return { ...space, name: t('myDisk') }
    return space.type === 'firm' && space.name === '' ? { ...space, name: t('firmDisk') } : space
  }
}

/** What the spaces one sees are called, by id. */
export const SpaceNames = createContext<ReadonlyMap<string, string>>(new Map())

/** The names for `SpaceNames`, also of spaces that the page itself does not show. */
export function useSpaceNames(): ReadonlyMap<string, string> {
  const named = useNamed()
  const spaces = useQuery(query(disk.spaces, {}))
  return new Map((spaces.data ?? []).map(named).map(({ id, name }) => [id, name]))
}

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSession } from '#web/kernel/session.ts'

type Chosen = {
  /** Whose choice it is: the next person at this browser has none. */
  userId: string
  byEnterprise: Record<string, string>
}

/** Which project of each enterprise was opened last, in any window of this browser. */
const useChosen = create<Chosen>()(
  persist((): Chosen => ({ userId: '', byEnterprise: {} }), { name: 'digao.enterpriseSelectedProject' }),
)

/** Keeps a project as its enterprise's current one. */
export function selectProject({ id, enterpriseId }: { id: string; enterpriseId: string }) {
  const { userId } = useSession.getState()
  useChosen.setState((was) => ({
    userId,
    byEnterprise: { ...(was.userId === userId ? was.byEnterprise : {}), [enterpriseId]: id },
  }))
}

/** The enterprise's current project; empty while none was opened. */
export function useSelectedProject(enterpriseId: string): string {
  const userId = useSession((state) => state.userId)
  return useChosen((state) => (state.userId === userId ? (state.byEnterprise[enterpriseId] ?? '') : ''))
}

import { create } from 'zustand'

/** Jobs of which this window tells the person when they end. */
export const useWatchedJobs = create<{ ids: string[] }>(() => ({ ids: [] }))

/** When the job ends, a notice says so, with what it has left to download; on whatever page the person is then. */
export const watchJob = (id: string) =>
  useWatchedJobs.setState(({ ids }) => ({ ids: ids.includes(id) ? ids : [...ids, id] }))

export const unwatchJob = (id: string) =>
  useWatchedJobs.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }))

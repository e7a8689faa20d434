import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Goes into a client: its own layout, tabs and projects. */
export function useEnterClient() {
  const navigate = useNavigate()
  return useCallback(
    ({ id }: { id: string }) => void navigate(`/aiApp/index?${new URLSearchParams({ enterpriseId: id })}`),
    [navigate],
  )
}

import { useLocation } from 'react-router'
import { EnterpriseProjects } from '../../project/EnterpriseProjects.tsx'
import type { PartProps } from '../layouts.ts'

/** The projects of the enterprise in the address. */
export function EnterprisePanel({ scope }: PartProps) {
  const { search } = useLocation()
  const enterpriseId = new URLSearchParams(search).get('enterpriseId') ?? ''
  return scope ? <EnterpriseProjects enterpriseId={enterpriseId} /> : null
}

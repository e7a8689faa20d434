import type { LayoutParts } from '../layouts.ts'
import { EnterprisePanel } from './EnterprisePanel.tsx'

/** An enterprise's: its projects at the right, no top bar. */
export const enterpriseLayout: LayoutParts = { Panel: EnterprisePanel }

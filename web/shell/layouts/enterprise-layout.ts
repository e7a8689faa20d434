import type { LayoutParts } from '../layouts.ts'
import { EnterprisePanel } from './EnterprisePanel.tsx'
import { EnterpriseSide } from './EnterpriseSide.tsx'

/** An enterprise's: its menu at the left, its projects at the right, no top bar. */
export const enterpriseLayout: LayoutParts = { Side: EnterpriseSide, Panel: EnterprisePanel }

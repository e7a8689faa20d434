import type { LayoutParts } from '../layouts.ts'
import { TopBar } from '../TopBar.tsx'
import { PersonalSide } from './FirmSides.tsx'

/** A person's own edition: its menu at the left, the top bar. */
export const personalLayout: LayoutParts = { Side: PersonalSide, Head: TopBar }
